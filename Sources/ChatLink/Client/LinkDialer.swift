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
    /// The longest time between the attempts at two addresses, so that one that does not answer delays the others only a
    /// little (RFC 8305, section 5). One that fails delays them not at all.
    static let stagger = Duration.milliseconds(250)

    let context: NIOSSLContext
    let key: PublicKey
    let time: any TimeSource
    /// The longest time from the TCP connection to the end of the handshake.
    var handshakeTime = TimeAmount.seconds(10)

    private enum Event: Sendable {
        case ended(HostPort, Result<any Channel, LinkFailure>)
        /// ``stagger`` has passed since the attempt with this number began.
        case staggered(Int)
    }

    /// Opens a link to whichever of the places answers first as the node with the key.
    ///
    /// - Parameter places: at least one. The first has a head start.
    /// - Throws: the problem of each place.
    func link(toOneOf places: [HostPort]) async throws(LinkFailure) -> (link: any Channel, place: HostPort) {
        var problems: [HostPort: ConnectionProblem] = [:]
        let found = await withTaskGroup(of: Event.self) { group in
            var attempts = 0
            func attemptNext(_ group: inout TaskGroup<Event>) {
                guard attempts < places.count else { return }
                let place = places[attempts]
                attempts += 1
                group.addTask { .ended(place, await self.link(to: place)) }
                group.addTask { [attempts] in
                    try? await self.time.sleep(for: Self.stagger)
                    return .staggered(attempts)
                }
            }
            attemptNext(&group)
            var found: (link: any Channel, place: HostPort)?
            while problems.count < places.count, let event = await group.next() {
                switch event {
                // Another attempt has ended at the same moment.
                case .ended(_, .success(let link)) where found != nil: link.close(promise: nil)
                case .ended(let place, .success(let link)):
                    found = (link, place)
                    group.cancelAll()
                case .ended(let place, .failure(let failure)):
                    problems[place] = failure.problem
                    if found == nil, !Task.isCancelled { attemptNext(&group) }
                case .staggered(attempts) where found == nil && !Task.isCancelled: attemptNext(&group)
                case .staggered: break
                }
            }
            group.cancelAll()
            return found
        }
        if let found { return found }
        let list = places.map { AddressProblem(address: $0, problem: problems[$0] ?? .cancelled) }
        throw LinkFailure(list.count == 1 ? list[0].problem : .everyAddress(list))
    }

    /// Connects, and completes the handshake with the node that has the key.
    private func link(to place: HostPort) async -> Result<any Channel, LinkFailure> {
        let outcome = OneOutcome<Result<any Channel, LinkFailure>>()
        let connecting = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(Self.connectTime)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            // As at the listeners: one link reads only so much before the others of its thread get their turn.
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 16 << 10)
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try addHandlers(to: channel, outcome) }
            }
            .connect(host: place.host, port: place.port ?? LinkAddress.usualPort)
        connecting.whenFailure { outcome.end(.failure(LinkFailure($0))) }
        let timer = connecting.map { [handshakeTime] channel in
            channel.eventLoop.scheduleTask(in: handshakeTime) {
                _ = outcome.end(.failure(LinkFailure(.handshakeTimedOut)))
            }
        }
        let result = await outcome.value(ifCancelled: .failure(LinkFailure(.cancelled)))
        timer.whenSuccess { $0.cancel() }
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
        try pipeline.addHandler(HTTPRequestEncoder())
        // Interim answers are counted.
        let decoder = HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward)
        try pipeline.addHandler(ByteToMessageHandler(decoder))
        try pipeline.addHandler(ExchangeHandler())
    }
}

/// The key of another node than the wanted one that has answered.
private final class AnsweredKey: Sendable {
    let key = Mutex<PublicKey?>(nil)
}
