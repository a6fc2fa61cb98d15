internal import ChatExchange
public import ChatModel
public import ChatStore
public import Logging
public import ServiceLifecycle
import Synchronization

/// Pulls from each of a node's peers for as long as it runs: one child task for each.
///
/// The cursor belongs to the puller; the serving side keeps nothing that correctness rests on.
public final class Replicator: Service {
    /// Told of whatever changes in ``status()``, but for what a commit to the store changes there.
    public let changes = ChangeSignal()

    let pullers: [PeerPuller]
    let store: ChatStore
    private let node: PublicKey
    private let pace: Pace
    private let logger: Logger
    private let oneWay: Mutex<OneWayDetector>
    let askers = Mutex(Askers())
    let anchor = Mutex(WallAnchor())
    let clock = ContinuousClock()
    let start = ContinuousClock.now

    /// - Parameter instance: the node's run, by which it knows its own pages.
    public init(store: ChatStore, instance: Instance, peers: [Peer], pace: Pace = Pace(), logger: Logger) {
        let intake = PageIntake(store)
        pullers = peers.map { [start, changes] peer in
            PeerPuller(
                peer, store: store, instance: instance, intake: intake, pace: pace, start: start, changes: changes,
                logger: logger)
        }
        self.store = store
        node = store.key.publicKey
        self.pace = pace
        self.logger = logger
        oneWay = Mutex(OneWayDetector(grace: pace.oneWayGrace))
    }

    /// Pulls until the service group shuts down or the task is cancelled.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for puller in self.pullers { group.addTask { await puller.run() } }
                group.addTask { await self.watchDirections() }
                group.addTask { await self.watchKeys() }
            }
        }
    }

    /// A request that claims a key came: it shows that its node is there, and that it pulls.
    ///
    /// The key is only claimed: nothing but a pause after a failure, and what people are told, depends on it.
    ///
    /// - Parameter read: the id up to which the request has shown that its sender has read this log.
    public func asked(by request: PullRequest, readUpTo read: LogID?) {
        guard request.node != node else { return }
        let now = clock.now - start
        askers.withLock { $0.asked(by: request.node, readUpTo: read, at: now, peers: claimedNodes) }
        changes.changed()
        // One that has not answered yet may be the one that asks.
        for puller in pullers where puller.claimedNode ?? request.node == request.node { puller.wake() }
    }

    /// The keys that peers claim.
    var claimedNodes: Set<PublicKey> { Set(pullers.compactMap(\.claimedNode)) }

    private func watchDirections() async {
        while (try? await clock.sleep(for: pace.oneWayGrace / 4)) != nil {
            let now = clock.now - start
            let askers = self.askers.withLock { $0 }
            let notices = oneWay.withLock { detector in
                for puller in pullers {
                    if let key = puller.claimedNode, key != node { detector.pulled(from: key, at: now) }
                }
                // A node that asks may be a peer that could not be reached yet.
                return detector.notices(
                    at: now, askers: askers, knowsAllPeers: pullers.allSatisfy { $0.claimedNode != nil })
            }
            for notice in notices { logger.warning("\(notice.sentence)") }
        }
    }

    private func watchKeys() async {
        var detector = SharedKeyDetector()
        while (try? await clock.sleep(for: pace.oneWayGrace / 12)) != nil {
            let claims = pullers.compactMap { puller in puller.claimedNode.map { (peer: puller.peerID, key: $0) } }
            for notice in detector.notices(on: claims) { logger.warning("\(notice.sentence)") }
        }
    }
}
