internal import ChatClient
internal import ChatModel
internal import NIOCore
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

    var context: NIOSSLContext
    let key: PublicKey
    /// Whether the dialer opens turned links. Their handlers are still to be added, then call ``LinkGate/open(_:)``.
    var isTurned = false
    let time: any TimeSource
    /// The longest time from the TCP connection to the end of the handshake.
    var handshakeTime = TimeAmount.seconds(10)

    /// Whether a name may resolve to an address of this machine. If another machine has given the name, it may not: otherwise the
    /// owner of the name would choose which program on this machine gets a connection.
    var allowsNamesOfThisMachine = false
    var names = NameResolver()

    private typealias Link = Result<any Channel, ConnectionProblem>

    /// Opens a link to whichever of the places answers first as the node with the key.
    ///
    /// - Parameter places: at least one. The first has a head start.
    /// - Throws: the problem of each place.
    func link(toOneOf places: [HostPort]) async throws(ConnectionProblem) -> (link: any Channel, place: HostPort) {
        let (found, problems) = await first(of: places) { await link(to: $0) }
        if let found { return (found.link, found.target) }
        let list = places.map { AddressProblem(address: $0, problem: problems[$0] ?? .cancelled) }
        throw list.count == 1 ? list[0].problem : .everyAddress(list)
    }

    /// Attempts to open a link to each target until one attempt succeeds. The next attempt begins when one has failed, and
    /// each time that the head start of an attempt is over (``stagger``), also of one that has failed.
    ///
    /// - Returns: the link, and otherwise the problem of each attempt.
    private func first<Target: Hashable & Sendable>(
        of targets: [Target], _ attempt: @escaping @Sendable (Target) async -> Link
    ) async -> (found: (link: any Channel, target: Target)?, problems: [Target: ConnectionProblem]) {
        var problems: [Target: ConnectionProblem] = [:]
        // nil means that the head start of an attempt is over.
        let found = await withTaskGroup(of: (target: Target, link: Link)?.self) { tasks in
            var next = targets[...]
            func attemptNext(_ tasks: inout TaskGroup<(target: Target, link: Link)?>) {
                guard let target = next.popFirst() else { return }
                tasks.addTask { (target, await attempt(target)) }
                tasks.addTask {
                    try? await self.time.sleep(for: Self.stagger)
                    return nil
                }
            }
            attemptNext(&tasks)
            var found: (link: any Channel, target: Target)?
            while problems.count < targets.count, let event = await tasks.next() {
                switch event?.link {
                case nil: break
                // Another attempt has ended at the same moment.
                case .success(let link) where found != nil: link.close(promise: nil)
                case .success(let link):
                    found = event.map { (link, $0.target) }
                    tasks.cancelAll()
                case .failure(let problem): if let target = event?.target { problems[target] = problem }
                }
                if found == nil, !Task.isCancelled { attemptNext(&tasks) }
            }
            tasks.cancelAll()
            return found
        }
        return (found, problems)
    }

    /// Opens a link to whichever address of the place answers first.
    private func link(to place: HostPort) async -> Link {
        do throws(ConnectionProblem) {
            let addresses = try await addresses(of: place)
            let (found, problems) = await first(of: addresses) { await link(to: $0) }
            if let found { return .success(found.link) }
            return .failure(addresses.first.flatMap { problems[$0] } ?? .cancelled)
        } catch {
            return .failure(error)
        }
    }

    /// Returns the addresses of a place. An IP address is not looked up. A link-local IPv6 address without a zone can be in each
    /// network that this machine is in.
    func addresses(of place: HostPort) async throws(ConnectionProblem) -> [SocketAddress] {
        let (host, port) = (place.host, place.port ?? LinkAddress.usualPort)
        if let address = try? SocketAddress(ipAddress: host, port: port) {
            guard case .v6 = address, address.isLinkLocal, !host.contains("%") else { return [address] }
            let zones = InterfaceAddress.zones(of: InterfaceAddress.all() ?? [])
            guard !zones.isEmpty else { throw .noRoute }
            return zones.compactMap { try? SocketAddress(ipAddress: "\(host)%\($0)", port: port) }
        }
        guard !host.contains("%") else { throw .interfaceMissing(host) }
        let addresses = try await names.addresses(of: host, time: time)
            .compactMap { try? SocketAddress(ipAddress: $0, port: port) }
            .filter { allowsNamesOfThisMachine || !$0.staysOnThisMachine }
        guard !addresses.isEmpty else { throw .nameOfThisMachine(host) }
        return addresses
    }

    /// Connects, and completes the handshake with the node that has the key.
    private func link(to address: SocketAddress) async -> Link {
        let outcome = OneOutcome<Link>()
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
            .connect(to: address)
        connecting.whenFailure { outcome.end(.failure(ConnectionProblem(ofLink: $0))) }
        let timer = connecting.map { [handshakeTime] channel in
            channel.eventLoop.scheduleTask(in: handshakeTime) {
                _ = outcome.end(.failure(.handshakeTimedOut))
            }
        }
        let result = await outcome.value(ifCancelled: .failure(.cancelled))
        timer.whenSuccess { $0.cancel() }
        if case .failure = result { connecting.whenSuccess { $0.close(promise: nil) } }
        return result
    }

    private func addHandlers(
        to channel: any Channel, _ outcome: OneOutcome<Link>
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        let answered = AnsweredKey()
        let tls = try NIOSSLClientHandler(
            context: context, serverHostname: nil, configuration: LinkTLS.handlerConfiguration,
            customVerificationCallbackWithMetadata: ProvenKey.verification { [key] found in
                if found != key { answered.key.withLock { $0 = found } }
                return found == key
            })
        let gate = LinkGate(forwardsErrors: !isTurned) { [key, isTurned] end, channel in
            switch end {
            case .proven(key, _):
                if !isTurned { try? LinkGate.open(channel) }
                // The attempt may have been cancelled.
                if !outcome.end(.success(channel)) { channel.close(promise: nil) }
            case .proven(let other, _): outcome.end(.failure(.otherKey(other)))
            case .otherProtocol: outcome.end(.failure(.notLink))
            case .failed(let error):
                let other = answered.key.withLock { $0 }
                outcome.end(.failure(other.map { .otherKey($0) } ?? ConnectionProblem(ofLink: error)))
            }
        }
        try pipeline.addHandlers([CloseNowHandler(), tls, gate])
        if !isTurned { try ExchangeHandler.addHandlers(to: channel) }
    }
}

/// The key of another node than the wanted one that has answered.
private final class AnsweredKey: Sendable {
    let key = Mutex<PublicKey?>(nil)
}
