import ChatModel
import LinkTestSupport
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization
import TestSupport
import Testing

@testable import ChatClient
@testable import ChatLink

/// The links of a puller, to real TLS servers.
@Suite(.timeLimit(.minutes(10)))
struct LinkTransportTests {
    private let own = SigningKey()
    private let peer = SigningKey()
    private let request = NodeRequest("messages.php", [("view", "log")])

    private func transport(
        to ports: [Int], handshakeTime: TimeAmount = .seconds(10), deadlines: Deadlines = Deadlines(),
        time: any TimeSource = SystemTime()
    ) throws -> LinkTransport {
        let context = try LinkTLS.dialerContext(LinkIdentity(own))
        let dialer = LinkDialer(
            context: context, key: peer.publicKey, time: time, handshakeTime: handshakeTime)
        let places = ports.map { HostPort(host: "127.0.0.1", port: $0) }
        return LinkTransport(
            LinkPeer(key: peer.publicKey, places: places), try LinkKeys(LinkIdentity(own), admitting: []), dialer,
            deadlines: deadlines, time: time)
    }

    /// Requests from a server, and returns the problem of the link.
    private func problem(_ tls: TLSConfiguration?) async throws -> ConnectionProblem? {
        try await withServer(tls) { port in
            let transport = try transport(to: [port])
            return await problem(of: transport)
        }
    }

    private func problem(of transport: LinkTransport) async -> ConnectionProblem? {
        do throws(PullFailure) {
            _ = try await transport.answer(to: request)
            return nil
        } catch {
            guard case .unreachable(let problem) = error else {
                Issue.record("\(error)")
                return nil
            }
            return problem
        }
    }

    @Test func `the answer of the node with the key is accepted`() async throws {
        let behaviour = ServerBehaviour.answering { .page("<chat path='\($0.uri)'/>") }
        let answer = try await withServer(.server(peer), behaviour) { port in
            try await transport(to: [port]).answer(to: request)
        }
        #expect(answer == NodeAnswer(status: 200, bytes: Array("<chat path='/messages.php?view=log'/>".utf8)))
    }

    @Test func `a link is used for the next request, unless the server closes it`() async throws {
        let connections = Mutex(0)
        let requests = Mutex(0)
        var behaviour = ServerBehaviour.answering { _ in
            let count = requests.withLock { count in
                count += 1
                return count
            }
            return ServerAnswer(headers: count == 5 ? ["Connection": "close"] : ["Content-Length": "0"])
        }
        behaviour.onConnection = { connections.withLock { $0 += 1 } }
        try await withServer(.server(peer), behaviour) { port in
            let transport = try transport(to: [port])
            for _ in 0..<5 { _ = try await transport.answer(to: request) }
            #expect(connections.withLock { $0 } == 1)
            _ = try await transport.answer(to: request)
            #expect(connections.withLock { $0 } == 2)
        }
    }

    @Test func `a node with another key is refused, and its key is said`() async throws {
        let other = SigningKey()
        #expect(try await problem(.server(other)) == .otherKey(other.publicKey))
    }

    @Test func `a server with a node's certificate and without its private key is refused`() async throws {
        let problem = try await problem(.server(peer).claiming(peer, signing: SigningKey()))
        guard case .handshakeFailed(let reason) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(reason.contains("BAD_SIGNATURE"))
        // The library also names its source files, with their paths on the machine of the build.
        #expect(!reason.contains("/") && !reason.contains(".cc"), "\(reason)")
    }

    @Test func `a server that refuses the handshake with an alert is another kind of server`() async throws {
        // The server has no signature that the dialer accepts, as a web server has none.
        let tls = try TLSConfiguration.server(peer).with { $0.signingSignatureAlgorithms = [.ecdsaSecp256R1Sha256] }
        #expect(try await problem(tls) == .notLink)
    }

    @Test func `plain HTTP is refused`() async throws {
        #expect(try await problem(nil) == .notTLS13)
    }

    @Test func `TLS 1.2 is refused`() async throws {
        let tls = try TLSConfiguration.server(peer).with {
            $0.minimumTLSVersion = .tlsv12
            $0.maximumTLSVersion = .tlsv12
        }
        #expect(try await problem(tls) == .notTLS13)
    }

    @Test(arguments: [[], ["h2", "http/1.1"]])
    func `a server without the protocol of links in ALPN is refused`(protocols: [String]) async throws {
        let tls = try TLSConfiguration.server(peer).with { $0.applicationProtocols = protocols }
        #expect(try await problem(tls) == .notLink)
    }

    @Test func `a server that says nothing has its time for the handshake`() async throws {
        try await withSilentServer { port in
            let transport = try transport(to: [port], handshakeTime: .milliseconds(50))
            #expect(await problem(of: transport) == .handshakeTimedOut)
        }
    }

    @Test func `a refused connection is said`() async throws {
        let transport = try await transport(to: [closedPort()])
        #expect(await problem(of: transport) == .refused)
    }

    @Test func `each of several addresses has its problem`() async throws {
        let other = SigningKey()
        try await withServer(.server(other)) { port in
            let closed = try await closedPort()
            let transport = try transport(to: [closed, port])
            let problem = await problem(of: transport)
            #expect(
                problem
                    == .everyAddress([
                        AddressProblem(address: HostPort(host: "127.0.0.1", port: closed), problem: .refused),
                        AddressProblem(
                            address: HostPort(host: "127.0.0.1", port: port), problem: .otherKey(other.publicKey)),
                    ]))
            #expect(
                problem?.description
                    == "at 127.0.0.1:\(closed): connection refused; at 127.0.0.1:\(port): another node answers there, "
                    + "with the key \(other.publicKey)")
        }
    }

    @Test func `an address that does not answer delays another one only a little`() async throws {
        try await withSilentServer { silent in
            try await withServer(.server(peer)) { port in
                let transport = try transport(to: [silent, port])
                let clock = ContinuousClock()
                let first = try await clock.measure { _ = try await transport.answer(to: request) }
                #expect(first >= LinkDialer.stagger)
                #expect(first < .seconds(5))
                // The address that answered has the head start at the next connection.
                #expect(transport.places.map(\.port) == [port, silent])
            }
        }
    }

    @Test func `an answer over 4 MiB is refused`() async throws {
        let answer = ServerAnswer(body: Array(repeating: ByteBuffer(repeating: 0x20, count: 1 << 20), count: 5))
        try await withServer(.server(peer), .always(answer)) { port in
            let transport = try transport(to: [port])
            await #expect(throws: PullFailure.tooLarge) { try await transport.answer(to: request) }
        }
    }

    @Test func `an answer that stops has its time`() async throws {
        let answer = ServerAnswer(body: [ByteBuffer(string: "<chat")], isComplete: false)
        var deadlines = Deadlines()
        deadlines.stall = .milliseconds(50)
        try await withServer(.server(peer), .always(answer)) { port in
            let transport = try transport(to: [port], deadlines: deadlines)
            await #expect(throws: PullFailure.tooSlow) { try await transport.answer(to: request) }
        }
    }

    @Test func `a server that does not answer has its time`() async throws {
        var deadlines = Deadlines()
        deadlines.head = .milliseconds(50)
        try await withServer(.server(peer), .always(nil)) { port in
            let transport = try transport(to: [port], deadlines: deadlines)
            await #expect(throws: PullFailure.noAnswer(after: .milliseconds(50))) {
                try await transport.answer(to: request)
            }
        }
    }

    @Test func `interim answers without end are refused`() async throws {
        try await withServer(.server(peer), .always(ServerAnswer(interimHeads: 100))) { port in
            let transport = try transport(to: [port])
            await #expect(throws: PullFailure.unreachable(.notHTTP)) {
                try await transport.answer(to: request)
            }
        }
    }

    @Test func `a request over a link that has closed ends at once`() async throws {
        try await withServer(.server(peer)) { port in
            let dialer = try LinkDialer(
                context: LinkTLS.dialerContext(LinkIdentity(own)), key: peer.publicKey, time: SystemTime())
            let (link, _) = try await dialer.link(toOneOf: [HostPort(host: "127.0.0.1", port: port)])
            try await link.close()
            let end = await LinkTransport.exchange(request, over: link, "peer", Deadlines())
            #expect(end.outcome == .failure(.unreachable(.closed)))
        }
    }

    @Test func `a link that closes at any moment after its handshake ends the request`() async throws {
        for microseconds in stride(from: 0, through: 2000, by: 50) {
            var behaviour = ServerBehaviour.always(nil)
            behaviour.closesAfterHandshake = .microseconds(Int64(microseconds))
            try await withServer(.server(peer), behaviour) { port in
                let transport = try transport(to: [port])
                #expect(await problem(of: transport) == .closed)
            }
        }
    }

    @Test func `a request over a link that the server has closed meanwhile is sent over a new link`() async throws {
        let connections = Mutex(0)
        let ends = Mutex(0)
        var behaviour = ServerBehaviour.always(.page("<chat/>"))
        behaviour.onConnection = { connections.withLock { $0 += 1 } }
        behaviour.onEnd = { ends.withLock { $0 += 1 } }
        behaviour.closesSilentlyAfterAnswer = true
        try await withServer(.server(peer), behaviour) { port in
            let transport = try transport(to: [port])
            for number in 1...5 {
                _ = try await transport.answer(to: request)
                #expect(connections.withLock { $0 } == number)
                // Without this, the next request may begin while the server closes the link.
                if number % 2 == 0 {
                    try await eventually("The server has closed the link.") { ends.withLock { $0 } == number }
                }
            }
        }
    }

    @Test func `an address that refuses delays the next one not at all`() async throws {
        try await withServer(.server(peer)) { port in
            var ports: [Int] = []
            for _ in 0..<8 { ports.append(try await closedPort()) }
            // A clock that stands still, so that a delay would never end.
            let transport = try transport(to: ports + [port], time: ManualTime())
            #expect(try await transport.answer(to: request).status == 200)
        }
    }

    @Test func `the links of attempts that came too late are closed`() async throws {
        let open = Mutex(0)
        var behaviour = ServerBehaviour.always(.page("<chat/>"))
        behaviour.onConnection = { open.withLock { $0 += 1 } }
        behaviour.onEnd = { open.withLock { $0 -= 1 } }
        try await withServer(.server(peer), behaviour) { (first) -> Void in
            try await withServer(.server(peer), behaviour) { (second) -> Void in
                for _ in 0..<20 {
                    let transport = try transport(to: [first, second])
                    let task = Task { try await transport.answer(to: request) }
                    if Bool.random() { task.cancel() }
                    _ = try? await task.value
                    transport.close()
                }
                try await eventually("All links are closed.") { open.withLock { $0 } == 0 }
            }
        }
    }

    @Test func `a cancelled request ends at once`() async throws {
        try await withServer(.server(peer), .always(nil)) { port in
            let transport = try transport(to: [port])
            let task = Task { try await transport.answer(to: request) }
            task.cancel()
            await #expect(throws: PullFailure.unreachable(.cancelled)) { try await task.value }
        }
    }

    // MARK: Addresses

    private func dialer(_ names: [String: [String]]) throws -> LinkDialer {
        var dialer = LinkDialer(
            context: try LinkTLS.dialerContext(LinkIdentity(own)), key: peer.publicKey, time: SystemTime())
        dialer.names = NameResolver { names[$0] ?? [] }
        return dialer
    }

    @Test(arguments: ["127.0.0.1", "127.0.1.1", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::"])
    func `a name that another machine has given is not dialled on this one`(address: String) async throws {
        let place = HostPort(host: "name", port: 22)
        var dialer = try dialer(["name": [address]])
        await #expect(throws: ConnectionProblem.nameOfThisMachine("name")) { try await dialer.addresses(of: place) }
        dialer.allowsNamesOfThisMachine = true
        #expect(try await dialer.addresses(of: place) == [SocketAddress(ipAddress: address, port: 22)])
    }

    @Test func `the addresses of a name on other machines are dialled, with the port`() async throws {
        let addresses = try await dialer(["name": ["127.0.0.1", "192.0.2.1", "2001:db8::1"]])
            .addresses(of: HostPort(host: "name", port: 7411))
        #expect(addresses.map(\.ipAddress) == ["192.0.2.1", "2001:db8::1"])
        #expect(addresses.allSatisfy { $0.port == 7411 })
    }

    @Test func `the addresses of a name are tried beside each other`() async throws {
        try await withServer(.server(peer)) { port in
            var dialer = try dialer(["name": ["127.0.0.2", "127.0.0.3", "127.0.0.1"]])
            dialer.allowsNamesOfThisMachine = true
            let (link, place) = try await dialer.link(toOneOf: [HostPort(host: "name", port: port)])
            #expect(link.remoteAddress?.ipAddress == "127.0.0.1")
            #expect(place.host == "name")
            try await link.close()
        }
    }

    @Test func `the zone of an address is an interface of this machine`() async throws {
        let dialer = try dialer([:])
        await #expect(throws: ConnectionProblem.interfaceMissing("fe80::1%no-such-0")) {
            try await dialer.addresses(of: HostPort(host: "fe80::1%no-such-0", port: 1))
        }
        let zoned = try await dialer.addresses(of: HostPort(host: "fe80::1%lo", port: 1))
        #expect(zoned == [try SocketAddress(ipAddress: "fe80::1%lo", port: 1)])
    }

    @Test func `a link-local address is tried at each interface that reaches several machines`() throws {
        func address(_ name: String, _ text: String, _ isBroadcast: Bool = true) throws -> InterfaceAddress {
            InterfaceAddress(
                interface: name, address: try SocketAddress(ipAddress: text, port: 0), isBroadcast: isBroadcast)
        }
        let interfaces = try [
            address("lo", "::1", false), address("eth0", "192.168.1.2"), address("eth0", "fe80::2"),
            address("eth0", "fe80::3"), address("tun0", "fe80::4", false), address("eth1", "169.254.1.1"),
            address("wlan0", "fe80::5"),
        ]
        #expect(InterfaceAddress.zones(of: interfaces) == ["eth0", "wlan0"])
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("[::1]", true), ("[::ffff:127.0.0.1]", true), ("localhost", true), ("a.localhost", true),
        ("0.0.0.0", true), ("[::]", true), ("192.0.2.1", false), ("[fe80::1]", false), ("laptop.local", false),
    ])
    func `places on this machine are dialled only if a node has no others and may be here`(
        host: String, isHere: Bool
    ) throws {
        let place = try HostPort("\(host):1")
        #expect(place.isOnThisMachine == isHere)
        let other = try HostPort("192.0.2.9:1")
        #expect(LinkPeer.dialable([place, other], mayBeHere: true) == (isHere ? [other] : [place, other]))
        #expect(LinkPeer.dialable([place], mayBeHere: true) == [place])
        #expect(LinkPeer.dialable([place], mayBeHere: false) == (isHere ? [] : [place]))
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.8.8.8", true), ("[::1]", true), ("[::ffff:127.0.0.1]", true), ("localhost", true),
        ("a.localhost", false), ("0.0.0.0", false), ("[::]", false), ("192.0.2.1", false), ("example.org", false),
    ])
    func `only programs on this machine reach a loopback place`(host: String, isLoopback: Bool) throws {
        #expect(try HostPort("\(host):1").isLoopback == isLoopback)
    }
}
