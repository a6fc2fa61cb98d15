internal import ChatModel
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// Opens links to the node with one key.
struct LinkDialer: Sendable {
    /// The longest time until a TCP connection exists.
    static let connectTime = TimeAmount.seconds(5)
    /// Between the attempts at two addresses, so that one that does not answer delays the others only a little (RFC 8305,
    /// section 5).
    static let stagger = Duration.milliseconds(250)

    let context: NIOSSLContext
    let key: PublicKey
    let time: any TimeSource
    /// The longest time from the TCP connection to the end of the handshake.
    var handshakeTime = TimeAmount.seconds(10)

    /// Opens a link to whichever of the places answers first as the node with the key.
    ///
    /// - Parameter places: at least one. The first has a head start.
    /// - Throws: the problem of each place.
    func link(toOneOf places: [HostPort]) async throws(LinkFailure) -> (link: any Channel, place: HostPort) {
        var problems: [HostPort: ConnectionProblem] = [:]
        let found = await withTaskGroup(of: Attempt.self) { group in
            for (number, place) in places.enumerated() {
                group.addTask { await self.attempt(place, after: Self.stagger * number) }
            }
            var found: (link: any Channel, place: HostPort)?
            for await attempt in group {
                switch attempt.outcome {
                // Another attempt has ended at the same moment.
                case .success(let link) where found != nil: link.close(promise: nil)
                case .success(let link):
                    found = (link, attempt.place)
                    group.cancelAll()
                case .failure(let failure): problems[attempt.place] = failure.problem
                }
            }
            return found
        }
        if let found { return found }
        let list = places.map { AddressProblem(address: $0, problem: problems[$0] ?? .cancelled) }
        throw LinkFailure(list.count == 1 ? list[0].problem : .everyAddress(list))
    }

    private struct Attempt: Sendable {
        let place: HostPort
        let outcome: Result<any Channel, LinkFailure>
    }

    private func attempt(_ place: HostPort, after delay: Duration) async -> Attempt {
        if delay > .zero { try? await time.sleep(for: delay) }
        guard !Task.isCancelled else { return Attempt(place: place, outcome: .failure(LinkFailure(.cancelled))) }
        return Attempt(place: place, outcome: await link(to: place))
    }

    /// Connects, and completes the handshake with the node that has the key.
    private func link(to place: HostPort) async -> Result<any Channel, LinkFailure> {
        let outcome = OneOutcome<Result<any Channel, LinkFailure>>()
        let connecting = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(Self.connectTime)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try addHandlers(to: channel, outcome) }
            }
            .connect(host: place.host, port: place.port ?? LinkAddress.usualPort)
        connecting.whenFailure { outcome.end(.failure(LinkFailure($0))) }
        connecting.whenSuccess { [handshakeTime] channel in
            channel.eventLoop.scheduleTask(in: handshakeTime) {
                outcome.end(.failure(LinkFailure(.handshakeTimedOut)))
            }
        }
        let result = await outcome.value(ifCancelled: .failure(LinkFailure(.cancelled)))
        if case .failure = result { connecting.whenSuccess { $0.close(promise: nil) } }
        return result
    }

    private func addHandlers(
        to channel: any Channel, _ outcome: OneOutcome<Result<any Channel, LinkFailure>>
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        let answered = AnsweredKey()
        let tls = try NIOSSLClientHandler(
            context: context, serverHostname: nil, configuration: LinkTLS.handlerConfiguration,
            customVerificationCallbackWithMetadata: ProvenKey.verification { [key] found in
                if found != key { answered.key.withLock { $0 = found } }
                return found == key
            })
        let gate = LinkGate(forwardsErrors: true) { [key] end, channel in
            switch end {
            case .proven(key):
                // The attempt may have been cancelled.
                if !outcome.end(.success(channel)) { channel.close(promise: nil) }
            case .proven(let other): outcome.end(.failure(LinkFailure(.otherKey(other))))
            case .otherProtocol: outcome.end(.failure(LinkFailure(.notLink)))
            case .failed(let error):
                outcome.end(.failure(LinkFailure(error, answered: answered.key.withLock { $0 })))
            }
        }
        try pipeline.addHandlers([tls, gate])
        try pipeline.addHTTPClientHandlers()
        try pipeline.addHandler(ExchangeHandler())
    }
}

/// The key of another node than the wanted one that has answered.
private final class AnsweredKey: Sendable {
    let key = Mutex<PublicKey?>(nil)
}
