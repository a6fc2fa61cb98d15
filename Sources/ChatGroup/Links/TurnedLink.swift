internal import ChatLink
internal import ChatModel
internal import ChatServer

/// Keeps a turned link to one peer while the peer opens no ordinary links to this node: probably it cannot dial this node.
struct TurnedLink: Sendable {
    /// The longest pause before a link is opened: the actual one is random, and the next one may be twice as long.
    private static let pauses = Duration.seconds(1)...Duration.seconds(5 * 60)
    /// A link that has lasted for this time was of use.
    private static let usefulTime = Duration.seconds(60)

    let peer: PublicKey
    let transport: LinkTransport
    let keys: LinkKeys
    /// Answers the requests of the peer.
    let server: ChatServer
    /// Notified of each change of the network.
    let network: ChangeSignal
    let time: any TimeSource

    /// Keeps the link until the task is cancelled.
    func run() async {
        var longest = Self.pauses.lowerBound
        var seen = (network: network.count, opened: transport.ordinaryLinkOpened.count)
        while !Task.isCancelled {
            await keys.waitForEndOfOrdinaryLinks(of: peer)
            let (pause, before) = (longest * .random(in: 0...1), seen)
            await first(
                of: { try? await time.sleep(for: pause) }, { await network.next(after: before.network) },
                { await transport.ordinaryLinkOpened.next(after: before.opened) })
            if network.count != seen.network { longest = Self.pauses.lowerBound }
            guard !Task.isCancelled, !keys.hasOrdinaryLink(of: peer) else { continue }
            longest = min(longest * 2, Self.pauses.upperBound)
            seen = (network.count, transport.ordinaryLinkOpened.count)
            guard let link = try? await transport.openTurnedLink() else { continue }
            let start = time.monotonic
            await server.serve(link)
            if time.monotonic - start >= Self.usefulTime { longest = Self.pauses.lowerBound }
        }
    }
}
