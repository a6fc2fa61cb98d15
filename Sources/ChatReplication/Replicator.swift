internal import ChatExchange
public import ChatModel
public import ChatStore
public import Logging
public import ServiceLifecycle
import Synchronization

/// Pulls from each of a node's peers for as long as the node runs, in one child task for each peer.
///
/// The cursor of a peer belongs to the puller. The serving side keeps no state on which correctness depends.
public final class Replicator: Service {
    /// Notified of each change of ``status()`` that is not a commit to the store.
    public let changes = ChangeSignal()

    let store: ChatStore
    let time: any TimeSource
    /// The monotonic clock when the replicator was made: readings count from here.
    let start: Duration
    let requesters = Mutex(Requesters())
    let anchor = Mutex(WallAnchor())
    private let peers: Mutex<PeerList>
    private let makePuller: @Sendable (Peer) -> PeerPuller
    private let node: PublicKey
    private let pace: Pace
    private let notify: @Sendable (Notice, PeerID?) -> Void
    private let logger: Logger

    /// - Parameters:
    ///   - instance: this node's instance, by which it recognizes its own pages.
    ///   - random: returns a number of at least 0 and less than 1, by which the length of a pause varies.
    ///   - notify: called for each notice, with the peer if the notice is about one peer.
    public init(
        store: ChatStore, instance: Instance, peers: [Peer], pace: Pace = Pace(), time: any TimeSource,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }, logger: Logger,
        notify: @escaping @Sendable (Notice, PeerID?) -> Void
    ) {
        let (intake, firstPull, start) = (PageIntake(store), FirstPull(pace), time.monotonic)
        let allowances = KnownAllowances(pace)
        makePuller = { [changes] peer in
            PeerPuller(
                peer, store: store, instance: instance, intake: intake, pace: pace, time: time, start: start,
                random: random, firstPull: firstPull,
                allowances: allowances.of(peer.id), changes: changes, logger: logger, notify: { notify($0, peer.id) })
        }
        self.peers = Mutex(PeerList(pullers: peers.map(makePuller)))
        self.store = store
        self.time = time
        self.start = start
        self.notify = notify
        self.logger = logger
        node = store.key.publicKey
        self.pace = pace
    }

    /// Pulls until the service group shuts down or the task is cancelled.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { tasks in
                tasks.addTask { await self.rememberContacts() }
                for await puller in self.peers.withLock({ $0.starting() }) {
                    tasks.addTask { await self.run(puller) }
                }
            }
        }
    }

    private func run(_ puller: PeerPuller) async {
        await puller.runUntilRemoved()
        peers.withLock { $0.ended(puller) }
    }

    var pullers: [PeerPuller] { peers.withLock { $0.pullers } }

    /// Pulls from one more peer from now on. Changes nothing if there is a peer with this id.
    ///
    /// - Complexity: O(peers)
    public func add(_ peer: Peer) {
        let puller = makePuller(peer)
        if peers.withLock({ $0.add(puller) }) { changes.changed() }
    }

    /// Pulls from a peer no more, and forgets the contact with it. What the store has of the peer, such as its cursor,
    /// stays.
    ///
    /// - Complexity: O(peers)
    public func remove(_ peer: PeerID) {
        if peers.withLock({ $0.remove(peer) }) { changes.changed() }
    }

    /// Remembers a request for this node's log, and wakes each puller whose peer may have sent it: a pause after a failure
    /// ends, at most once in ``Pace/wakeInterval``.
    ///
    /// Unless it is proven, the public key of the request is only a claim. Only such pauses and the status depend on it.
    ///
    /// - Parameters:
    ///   - confirmed: the id for which the request has shown the right mark.
    ///   - isProven: whether the request came over a link. After such a request, claims of its key count no more.
    public func noteRequest(_ request: PullRequest, confirmed: LogID?, isProven: Bool = false) {
        guard request.node != node else { return }
        let now = self.now
        let counts = requesters.withLock {
            $0.noteRequest(
                of: request.node, confirmed: confirmed, lacks: request.claim.lacks.count, isProven: isProven, at: now,
                peers: nodes)
        }
        guard counts else { return }
        changes.changed()
        // A peer that has not answered yet may be the requester.
        for puller in pullers where puller.node ?? request.node == request.node { puller.wake() }
    }

    /// Ends the pauses after failures of the peer with this key, or of all peers.
    public func wake(_ key: PublicKey? = nil) {
        for puller in pullers where key == nil || puller.node == key { puller.wake() }
    }

    /// The public keys that the peers claim or have; of a peer without a page in this lifetime, the one that is remembered.
    var nodes: Set<PublicKey> { Set(pullers.compactMap { node(of: $0) }) }

    private func node(of puller: PeerPuller) -> PublicKey? {
        puller.node ?? (puller.report.node == nil ? puller.remembered?.node : nil)
    }

    var now: Duration { time.monotonic - start }

    /// Stores changed contacts: in every ``Pace/contactInterval``, soon if a peer is new, and when the replicator ends.
    private func rememberContacts() async {
        var stored = pullers.reduce(into: [:]) { $0[$1.peerID] = $1.remembered }
        var last = now
        while (try? await time.sleep(for: pace.newContactInterval)) != nil {
            let isNew = contacts.mapValues(\.node) != stored.mapValues(\.node)
            guard isNew || now - last >= pace.contactInterval else { continue }
            await rememberContacts(&stored)
            last = now
        }
        await rememberContacts(&stored)
    }

    private func rememberContacts(_ stored: inout [PeerID: Contact]) async {
        let contacts = contacts
        guard contacts != stored else { return }
        do {
            try await store.remember(contacts)
            stored = contacts
        } catch {
            logger.debug("What is known of the peers could not be stored.", metadata: ["reason": "\(error)"])
        }
    }
}
