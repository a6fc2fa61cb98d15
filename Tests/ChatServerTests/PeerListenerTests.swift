import ChatLink
import ChatModel
import ChatStore
import LinkTestSupport
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization
import TestSupport
import Testing

@testable import ChatClient
@testable import ChatServer

/// The listener for peers, over real TLS connections, most of them of attackers.
@Suite(.timeLimit(.minutes(10)))
struct PeerListenerTests {
    let peer = SigningKey()
    let stranger = SigningKey()

    /// A node that listens for clients and for peers.
    struct Setup: Sendable {
        let port: Int
        let clientPort: Int
        let store: ChatStore
        let keys: LinkKeys
        let peers: FakePeers
    }

    /// Runs `body` beside a node that admits ``peer`` and has one message.
    func withPeerListener(
        times: ConnectionTimes = ConnectionTimes(), traffic: Allowance.Rate = TrafficPayer.rate,
        _ body: @escaping @Sendable (Setup) async throws -> Void
    ) async throws {
        try await withStore { store in
            _ = try await store.post(try Draft(text: "hello"), postKey: nil)
            let keys = LinkKeys(try LinkIdentity(store.key), admitting: [peer.publicKey])
            let peers = FakePeers()
            let (ports, found) = AsyncStream<Listener>.makeStream()
            let listeners = [
                Listener(host: "127.0.0.1", port: 0), Listener(host: "127.0.0.1", port: 0, purpose: .peers),
            ]
            let server = try server(
                over: store, listeners: listeners, times: times, peers: peers, linkKeys: keys,
                traffic: traffic, onListening: { found.yield($0) })
            try await withRunning(server) { _ in
                var listening: [Listener] = []
                for await listener in ports {
                    listening.append(listener)
                    if listening.count == 2 { break }
                }
                let port = try #require(listening.first { $0.isForPeers }?.port)
                let clientPort = try #require(listening.first { !$0.isForPeers }?.port)
                try await body(
                    Setup(port: port, clientPort: clientPort, store: store, keys: keys, peers: peers))
            }
        }
    }

    static func get(_ path: String, _ method: String = "GET") -> String {
        "\(method) /\(path) HTTP/1.1\r\nHost: peer\r\n\r\n"
    }

    static func pull(_ node: PublicKey, wait: Int = 0, past: Int = 0) -> String {
        get("messages.php?view=log&past=\(past)&wait=\(wait)&node=\(node)&instance=\(Instance.random())")
    }

    /// Sends a request over a link of its own, and returns the answer.
    func answer(
        to request: String, of key: SigningKey, at port: Int
    ) async throws -> (answer: RawAnswer?, rest: String) {
        try await withConnection(to: port, over: .dialer(key)) { connection in
            try await connection.send(request)
            let answer = try await connection.answer()
            let isLast = answer?.has("connection: close") == true
            return (answer, isLast ? try await connection.rest() : "")
        }
    }

    /// Expects that the listener still serves its peer.
    func expectService(_ setup: Setup, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let (answer, _) = try await answer(to: Self.pull(peer.publicKey), of: peer, at: setup.port)
        #expect(answer?.status == 200, sourceLocation: sourceLocation)
    }

    // MARK: What peers get

    @Test func `an admitted node gets the log, and its requests are proven`() async throws {
        try await withPeerListener { setup in
            let (answer, _) = try await answer(to: Self.pull(peer.publicKey), of: peer, at: setup.port)
            #expect(answer?.status == 200)
            #expect(answer?.body.contains("<text>hello</text>") == true)
            let noted = setup.peers.requests
            #expect(noted.map(\.request.node) == [peer.publicKey])
            #expect(noted.map(\.isProven) == [true])
        }
    }

    @Test func `the dates of a certificate and its own signature mean nothing`() async throws {
        try await withPeerListener { setup in
            let tls = try TLSConfiguration.dialer(peer).expired()
            let answer = try await withConnection(to: setup.port, over: tls) { connection in
                try await connection.send(Self.pull(peer.publicKey))
                return try await connection.answer()
            }
            #expect(answer?.status == 200)
        }
    }

    @Test func `a request over plain HTTP is a claim`() async throws {
        try await withPeerListener { setup in
            let request = Self.pull(peer.publicKey).replacing("Host: peer", with: "Host: localhost")
            let answer = try await exchange(request, with: setup.clientPort)
            #expect(answer?.status == 200)
            #expect(setup.peers.requests.map(\.isProven) == [false])
        }
    }

    @Test func `a waiting request of a peer is answered when a message comes`() async throws {
        try await withPeerListener { setup in
            try await withConnection(to: setup.port, over: .dialer(peer)) { connection in
                try await connection.send(Self.pull(peer.publicKey, wait: 60, past: 1))
                try await eventually("The request waits.") { setup.store.commits.waiterCount == 1 }
                _ = try await setup.store.post(try Draft(text: "news"), postKey: nil)
                #expect(try await connection.answer()?.body.contains("<text>news</text>") == true)
            }
        }
    }

    @Test func `a request after one that was given up while it waited goes over the same link`() async throws {
        try await withPeerListener { setup in
            let links = Mutex(0)
            let counting = Task {
                for await _ in setup.keys.openedLinks { links.withLock { $0 += 1 } }
            }
            defer { counting.cancel() }
            let place = HostPort(host: "127.0.0.1", port: setup.port)
            let transport = try LinkTransport(
                LinkPeer(key: setup.store.key.publicKey, places: [place]),
                LinkKeys(LinkIdentity(peer), admitting: []), time: SystemTime())
            let waiting = PullRequest(
                from: .after(LogID.zero.advanced(by: 1), mark: nil), limit: 1, waitSeconds: 60, node: peer.publicKey,
                instance: .random(), group: .none)
            for _ in 1...3 {
                let task = Task { try await transport.log(waiting) }
                try await eventually("The request waits.") { setup.store.commits.waiterCount == 1 }
                task.cancel()
                await #expect(throws: PullFailure.unreachable(.cancelled)) { try await task.value }
            }
            let begin = ContinuousClock.now
            _ = try await transport.log(try setup.store.wholeLog().digests)
            #expect(ContinuousClock.now - begin < .seconds(30))
            #expect(links.withLock { $0 } == 1)
            transport.close()
        }
    }

    @Test(arguments: ["", "status.xml", "rooms.xml", "messages.php", "messages.php?view=chat", "chat/test.html"])
    func `a peer gets nothing but the log`(path: String) async throws {
        try await withPeerListener { setup in
            // An answer that clients have got may be kept.
            let request = Self.get(path).replacing("Host: peer", with: "Host: localhost")
            for _ in 0..<2 { _ = try await exchange(request, with: setup.clientPort) }
            let (answer, _) = try await answer(to: Self.get(path), of: peer, at: setup.port)
            #expect(answer?.status == 404)
            #expect(answer?.body.contains("code=\"not-found\"") == true)
            #expect(answer?.body.contains("hello") == false)
        }
    }

    @Test func `a peer cannot post`() async throws {
        try await withPeerListener { setup in
            let (answer, _) = try await answer(
                to: Self.get("add.php?user=jack&message=forged", "POST"), of: peer, at: setup.port)
            #expect(answer?.status == 404)
            #expect(try setup.store.messageCount() == 1)
        }
    }

    @Test func `a peer on this machine gets no compressed page`() async throws {
        try await withPeerListener { setup in
            let text = String(repeating: "a", count: 2000)
            _ = try await setup.store.post(try Draft(text: text), postKey: nil)
            let request = Self.pull(peer.publicKey).replacing("\r\n\r\n", with: "\r\nAccept-Encoding: gzip\r\n\r\n")
            let (answer, _) = try await answer(to: request, of: peer, at: setup.port)
            #expect(answer?.body.contains(text) == true)
            #expect(answer?.header.lowercased().contains("content-encoding") == false)
        }
    }

    // MARK: Keys

    @Test func `an unknown key is refused with a sentence that names it, and the connection ends`() async throws {
        try await withPeerListener { setup in
            let (answer, rest) = try await answer(to: Self.pull(stranger.publicKey), of: stranger, at: setup.port)
            #expect(answer?.status == 403)
            #expect(answer?.body.contains("code=\"not-paired\"") == true)
            #expect(answer?.body.contains("\(stranger.publicKey)") == true)
            #expect(answer?.has("connection: close") == true)
            #expect(rest.isEmpty)
            #expect(setup.peers.requests.isEmpty)
            try await expectService(setup)
        }
    }

    @Test func `a request that names another node is refused`() async throws {
        try await withPeerListener { setup in
            for path in ["past=0&instance=\(Instance.random())", "digests=\(String(repeating: "A", count: 43))"] {
                let request = Self.get("messages.php?view=log&\(path)&node=\(stranger.publicKey)")
                let (answer, _) = try await answer(to: request, of: peer, at: setup.port)
                #expect(answer?.status == 403)
                #expect(answer?.body.contains("code=\"foreign-node\"") == true)
            }
            #expect(setup.peers.requests.isEmpty)
        }
    }

    @Test func `a removed key loses its links at once, and is refused from then on`() async throws {
        try await withPeerListener { setup in
            try await withConnection(to: setup.port, over: .dialer(peer)) { connection in
                try await connection.send(Self.pull(peer.publicKey, wait: 60, past: 1))
                try await eventually("The request waits.") { setup.store.commits.waiterCount == 1 }
                setup.keys.set(.removed, for: peer.publicKey)
                await #expect(throws: (any Error).self) { try await connection.rest() }
            }
            let (answer, _) = try await answer(to: Self.pull(peer.publicKey), of: peer, at: setup.port)
            #expect(answer?.status == 403)
            #expect(answer?.body.contains("code=\"peer-removed\"") == true)
            setup.keys.set(.admitted, for: peer.publicKey)
            try await expectService(setup)
        }
    }

    @Test func `a key has at most four links, and the oldest is closed for a new one`() async throws {
        try await withPeerListener { setup in
            try await withConnection(to: setup.port, over: .dialer(peer)) { oldest in
                try await oldest.send(Self.pull(peer.publicKey))
                #expect(try await oldest.answer()?.status == 200)
                let others = try await openLinks(LinkKeys.linksOfOneKey, of: peer, to: setup.port)
                await #expect(throws: (any Error).self) { try await oldest.rest() }
                try await eventually("Four links are open.") {
                    others.count(where: \.isActive) == LinkKeys.linksOfOneKey
                }
                for link in others { try? await link.close() }
            }
        }
    }

    /// Opens links and returns them when their handshakes are complete.
    private func openLinks(_ count: Int, of key: SigningKey, to port: Int) async throws -> [any Channel] {
        let context = try NIOSSLContext(configuration: .dialer(key))
        var links: [any Channel] = []
        for _ in 0..<count {
            let done = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Void.self)
            let link = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(
                                context: context, serverHostname: nil,
                                customVerificationCallback: { _, result in result.succeed(.certificateVerified) }))
                        try channel.pipeline.syncOperations.addHandler(HandshakeObserver(done))
                    }
                }
                .connect(host: "127.0.0.1", port: port).get()
            try await done.futureResult.get()
            links.append(link)
        }
        return links
    }

    // MARK: Handshakes

    @Test func `plain HTTP with a large header gets the answer, and the connection ends`() async throws {
        try await withPeerListener { setup in
            let request = "GET / HTTP/1.1\r\nHost: peer\r\nCookie: \(String(repeating: "x", count: 30_000))\r\n\r\n"
            let (answer, rest) = try await withConnection(to: setup.port) { connection in
                try await connection.send(request)
                return (try await connection.answer(), try await connection.rest())
            }
            #expect(answer?.body.contains("code=\"tls-required\"") == true)
            #expect(rest.isEmpty)
            try await expectService(setup)
        }
    }

    @Test func `plain HTTP gets an answer that a browser shows`() async throws {
        try await withPeerListener { setup in
            let (answer, rest) = try await withConnection(to: setup.port) { connection in
                try await connection.send(Self.get(""))
                return (try await connection.answer(), try await connection.rest())
            }
            #expect(answer?.status == 400)
            #expect(answer?.body.contains("code=\"tls-required\"") == true)
            #expect(rest.isEmpty)
            try await expectService(setup)
        }
    }

    /// Ways to fail a handshake. The settings are those of an admitted node, but for one thing.
    enum BadHandshake: CaseIterable {
        case tls12, noProtocol, otherProtocol, noCertificate, otherKeysCertificate
    }

    @Test(arguments: BadHandshake.allCases)
    func `a handshake that breaks a rule brings no answer`(attack: BadHandshake) async throws {
        try await withPeerListener { setup in
            let tls = try settings(of: attack)
            await #expect(throws: (any Error).self) {
                let text = try await withConnection(to: setup.port, over: tls) { connection in
                    try await connection.send(Self.pull(peer.publicKey))
                    return try await connection.rest()
                }
                // A connection that ends in order has brought nothing either.
                #expect(text.isEmpty)
                throw NIOSSLError.uncleanShutdown
            }
            #expect(setup.peers.requests.isEmpty)
            try await expectService(setup)
        }
    }

    private func settings(of attack: BadHandshake) throws -> TLSConfiguration {
        let good = try TLSConfiguration.dialer(peer)
        return switch attack {
        case .tls12:
            good.with {
                $0.minimumTLSVersion = .tlsv12
                $0.maximumTLSVersion = .tlsv12
            }
        case .noProtocol: good.with { $0.applicationProtocols = [] }
        case .otherProtocol: good.with { $0.applicationProtocols = ["http/1.1"] }
        case .noCertificate:
            good.with {
                $0.certificateChain = []
                $0.privateKey = nil
            }
        case .otherKeysCertificate: try good.claiming(peer, signing: stranger)
        }
    }

    @Test func `a handshake has its time, however slowly its bytes come`() async throws {
        // Enough time for the handshake of the peer afterwards, also on a busy machine.
        try await withPeerListener(times: ConnectionTimes(handshake: .seconds(2))) { setup in
            for drips in [false, true] {
                let clock = ContinuousClock()
                let time = try await clock.measure {
                    try await withConnection(to: setup.port) { connection in
                        // A record of 16 KiB, of which a byte comes now and then.
                        try await connection.send([22, 3, 1, 64, 0])
                        if drips {
                            for _ in 0..<1000 {
                                do { try await connection.send([1]) } catch { break }
                                try await Task.sleep(for: .milliseconds(20))
                            }
                        }
                        _ = try? await connection.rest()
                    }
                }
                #expect(time > .milliseconds(1900))
                #expect(time < .seconds(18))
            }
            try await expectService(setup)
        }
    }

    @Test func `a handshake of more than 16 KiB ends`() async throws {
        try await withPeerListener { setup in
            let certificate = try #require(TLSConfiguration.dialer(peer).certificateChain.first)
            for (count, isServed) in [(10, true), (100, false)] {
                // Further certificates after the node's own, about 300 bytes each. Nobody looks at them.
                let tls = try TLSConfiguration.dialer(peer).with {
                    $0.certificateChain = Array(repeating: certificate, count: count)
                }
                let answer = try? await withConnection(to: setup.port, over: tls) { connection in
                    try await connection.send(Self.pull(peer.publicKey))
                    return try await connection.answer()
                }
                #expect((answer?.status == 200) == isServed, "\(count) certificates")
            }
        }
    }

    @Test func `2,000 half handshakes at once leave 256, and an admitted node pulls beside them`() async throws {
        try await withPeerListener { setup in
            let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            var half: [any Channel] = []
            for _ in 0..<20 {
                let connecting = (0..<100).map { _ in bootstrap.connect(host: "127.0.0.1", port: setup.port) }
                for connection in connecting {
                    let channel = try await connection.get()
                    channel.writeAndFlush(ByteBuffer(bytes: [22, 3, 1, 1, 0, 1]), promise: nil)
                    half.append(channel)
                }
                try await expectService(setup)
            }
            let connections = half
            try await eventually("All but 256 strangers were closed.") { connections.count(where: \.isActive) <= 256 }
            #expect(connections.count(where: \.isActive) > 200)
            for channel in connections { try? await channel.close() }
        }
    }

    @Test func `unknown keys that say nothing after their handshakes count as strangers`() async throws {
        try await withPeerListener { setup in
            let links = try await openLinks(300, of: stranger, to: setup.port)
            // Four links of one key, so these are fewer than 256.
            try await eventually("The key has four links.") { links.count(where: \.isActive) <= LinkKeys.linksOfOneKey }
            var others: [any Channel] = []
            for _ in 0..<300 { others += try await openLinks(1, of: SigningKey(), to: setup.port) }
            let open = others
            try await eventually("256 strangers are left.") { open.count(where: \.isActive) <= 256 }
            #expect(open.count(where: \.isActive) > 200)
            try await expectService(setup)
            for link in links + others { try? await link.close() }
        }
    }
}

/// Succeeds a promise at the end of a handshake.
private final class HandshakeObserver: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let done: EventLoopPromise<Void>

    init(_ done: EventLoopPromise<Void>) {
        self.done = done
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent { done.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        done.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        done.fail(ChannelError.eof)
    }
}
