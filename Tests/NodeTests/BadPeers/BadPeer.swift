import ChatClient
import NIOCore
import NIOPosix
import Synchronization

/// A server on a free port of 127.0.0.1 that plays a misbehaving peer.
final class BadPeer: Sendable {
    let address: NodeAddress
    private let conduct: PeerConduct
    private let listener: any Channel

    init(_ behaviour: PeerConduct.Behaviour) async throws {
        let conduct = PeerConduct(behaviour)
        listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(BadPeerConnection(conduct))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = try NodeAddress("http://127.0.0.1:\(listener.localAddress?.port ?? 0)")
        self.conduct = conduct
    }

    deinit {
        listener.close(promise: nil)
        conduct.change(to: .closesAtOnce)
    }

    /// Waits for `count` more requests, or connections if the peer closes each at once. Only one task may wait.
    func waitForRequests(_ count: Int) async {
        guard count > 0 else { return }
        for await _ in conduct.requests.prefix(count) {}
    }

    /// Changes the behaviour and closes all connections, as when another program replaces the peer.
    func change(to behaviour: PeerConduct.Behaviour) {
        conduct.change(to: behaviour)
    }
}

/// The behaviour of a ``BadPeer`` and its open connections.
final class PeerConduct: Sendable {
    enum Behaviour: Sendable {
        case answers(@Sendable (PeerRequest) -> PeerAnswer)
        /// Closes each connection as soon as it is open.
        case closesAtOnce
    }

    private struct State {
        var behaviour: Behaviour
        var connections: [ObjectIdentifier: any Channel] = [:]
    }

    /// One element for each request, and for each connection that is closed at once.
    let requests: AsyncStream<Void>
    private let source: AsyncStream<Void>.Continuation
    private let state: Mutex<State>

    init(_ behaviour: Behaviour) {
        state = Mutex(State(behaviour: behaviour))
        (requests, source) = AsyncStream.makeStream()
    }

    func change(to behaviour: Behaviour) {
        let connections = state.withLock { state in
            state.behaviour = behaviour
            return Array(state.connections.values)
        }
        for channel in connections { channel.close(promise: nil) }
    }

    /// - Returns: Whether the connection may stay open.
    func opened(_ channel: any Channel) -> Bool {
        let staysOpen = state.withLock { state in
            guard case .answers = state.behaviour else { return false }
            state.connections[ObjectIdentifier(channel)] = channel
            return true
        }
        if !staysOpen { source.yield() }
        return staysOpen
    }

    func closed(_ channel: any Channel) {
        state.withLock { $0.connections[ObjectIdentifier(channel)] = nil }
    }

    /// - Returns: nil if the connection is to be closed.
    func answer(_ request: PeerRequest) -> PeerAnswer? {
        defer { source.yield() }
        guard case .answers(let answer) = state.withLock({ $0.behaviour }) else { return nil }
        return answer(request)
    }
}

/// One connection to a ``BadPeer``.
final class BadPeerConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let conduct: PeerConduct
    private var received = ""

    init(_ conduct: PeerConduct) {
        self.conduct = conduct
    }

    func channelActive(context: ChannelHandlerContext) {
        if !conduct.opened(context.channel) { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        conduct.closed(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        guard let end = received.firstRange(of: "\r\n\r\n") else { return }
        let (head, body) = (received[..<end.lowerBound], received[end.upperBound...])
        guard body.utf8.count >= PeerRequest.bodyBytes(head) else { return }
        let request = PeerRequest(head: head, body: body)
        received = ""
        guard let request, let answer = conduct.answer(request) else { return context.close(promise: nil) }
        perform(answer, in: context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func perform(_ answer: PeerAnswer, in context: ChannelHandlerContext) {
        switch answer {
        case .send(let bytes):
            send(bytes, in: context)
        case .sendLater(let bytes, let time):
            context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { self.send(bytes, in: context) }
        case .sendAndClose(let bytes):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).assumeIsolated().whenComplete { _ in
                context.close(promise: nil)
            }
        case .sendAndReset(let bytes):
            let channel = context.channel
            channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { _ in
                // A close with this option sends RST instead of FIN.
                let reset = linger(l_onoff: 1, l_linger: 0)
                (channel as? any SocketOptionProvider)?.setSoLinger(reset).whenComplete { _ in
                    channel.close(promise: nil)
                }
            }
        case .stream(let first, let piece, let bytes):
            send(first, in: context)
            stream(ByteBuffer(bytes: piece), bytes, in: context)
        case .drip(let first, let piece, let pause):
            send(first, in: context)
            drip(piece, pause, in: context)
        case .silence:
            break
        }
    }

    private func send(_ bytes: [UInt8], in context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    private func stream(_ piece: ByteBuffer, _ bytes: Int, in context: ChannelHandlerContext) {
        guard bytes > 0 else { return }
        context.writeAndFlush(wrapOutboundOut(piece)).assumeIsolated().whenSuccess {
            // A write that completes at once would call this function again, so the next piece is a task of its own.
            context.eventLoop.assumeIsolated().execute { self.stream(piece, bytes - piece.readableBytes, in: context) }
        }
    }

    private func drip(_ piece: [UInt8], _ pause: Duration, in context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(pause)) {
            guard context.channel.isActive else { return }
            self.send(piece, in: context)
            self.drip(piece, pause, in: context)
        }
    }
}
