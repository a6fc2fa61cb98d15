import ChatModel
import ChatStore
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import ChatClient
@testable import ChatLink
@testable import ChatServer

/// Turned links between two running servers: one opens the link and answers, the other listens and asks.
@Suite(.timeLimit(.minutes(10)))
struct TurnedLinkTests {
    /// The node that opens turned links.
    struct Dialer: Sendable {
        let store: ChatStore
        let keys: LinkKeys
        let server: ChatServer
        /// To the listener.
        let transport: LinkTransport

        var key: PublicKey { store.key.publicKey }
    }

    typealias Listener = PeerListenerTests.Setup

    /// Runs `body` beside two nodes that admit each other. The dialler has one message, and cannot be dialled.
    func withNodes(
        times: ConnectionTimes = ConnectionTimes(),
        _ body: @escaping @Sendable (Dialer, Listener, LinkTransport) async throws -> Void
    ) async throws {
        try await PeerListenerTests().withPeerListener { listener in
            try await withStore { store in
                _ = try await store.post(try Draft(text: "from behind a router"), postKey: nil)
                let keys = LinkKeys(try LinkIdentity(store.key), admitting: [listener.store.key.publicKey])
                let server = try server(over: store, times: times, linkKeys: keys)
                try await withRunning(server) { _ in
                    listener.keys.set(.admitted, for: store.key.publicKey)
                    let transport = try LinkTransport(
                        LinkPeer(
                            key: listener.store.key.publicKey,
                            places: [HostPort(host: "127.0.0.1", port: listener.port)]), keys, time: SystemTime())
                    let asking = try LinkTransport(
                        LinkPeer(key: store.key.publicKey, places: []), listener.keys, time: SystemTime())
                    try await body(
                        Dialer(store: store, keys: keys, server: server, transport: transport), listener, asking)
                    transport.close()
                    asking.close()
                }
            }
        }
    }

    private func pull(_ node: PublicKey, past: UInt64 = 0, wait: Int = 0) -> PullRequest {
        PullRequest(
            from: .after(LogID.zero.advanced(by: past), mark: nil), limit: 10, waitSeconds: wait, node: node,
            instance: .random(), group: .none)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Opens a turned link, serves it, and runs `body` when the listener has it.
    private func withLink(
        _ dialer: Dialer, _ listener: Listener, _ body: (any Channel) async throws -> Void
    ) async throws {
        let link = try await dialer.transport.openTurnedLink()
        async let _ = dialer.server.serve(link)
        #expect(await listener.keys.nextTurnedLink(of: dialer.key) != nil)
        try await body(link)
        link.close(promise: nil)
    }

    /// Whether the listener waits for an answer on its turned link.
    private func hasSent(_ listener: Listener, _ dialer: Dialer) async throws -> Bool {
        guard let link = listener.keys.turnedLink(of: dialer.key) else { return false }
        return try await link.eventLoop.submit {
            try link.pipeline.syncOperations.handler(type: ExchangeHandler.self).isWaiting
        }.get()
    }

    // MARK: Asking

    @Test func `the listener pulls over a link that the other node has opened, and waits for messages`() async throws {
        try await withNodes { dialer, listener, asking in
            try await withLink(dialer, listener) { _ in
                let page = try await asking.log(pull(listener.store.key.publicKey))
                #expect(text(page).contains("<text>from behind a router</text>"))
                let waiting = Task { try await asking.log(pull(listener.store.key.publicKey, past: 1, wait: 60)) }
                try await eventually("The request waits.") { dialer.store.commits.waiterCount == 1 }
                _ = try await dialer.store.post(try Draft(text: "news"), postKey: nil)
                let news = text(try await waiting.value)
                #expect(news.contains("<text>news</text>"))
            }
        }
    }

    @Test func `a further request ends the wait of the one before it`() async throws {
        try await withNodes { dialer, listener, asking in
            try await withLink(dialer, listener) { _ in
                let waiting = Task { try await asking.log(pull(listener.store.key.publicKey, past: 1, wait: 60)) }
                try await eventually("The request waits.") { dialer.store.commits.waiterCount == 1 }
                _ = try await asking.log(try dialer.store.wholeLog().digests)
                let empty = text(try await waiting.value)
                #expect(!empty.contains("<message"))
                #expect(listener.keys.turnedLink(of: dialer.key) != nil)
            }
        }
    }

    @Test func `a request that comes before the dialler is ready is answered`() async throws {
        try await withNodes { dialer, listener, asking in
            let link = try await dialer.transport.openTurnedLink()
            #expect(await listener.keys.nextTurnedLink(of: dialer.key) != nil)
            let page = Task { try await asking.log(pull(listener.store.key.publicKey)) }
            try await eventually("The request is sent.") { try await hasSent(listener, dialer) }
            async let _ = dialer.server.serve(link)
            let answer = text(try await page.value)
            #expect(answer.contains("from behind a router"))
            link.close(promise: nil)
        }
    }

    @Test func `a request that dials in vain uses the turned link that opens meanwhile`() async throws {
        let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        try await withNodes { dialer, listener, _ in
            let place = HostPort(host: "127.0.0.1", port: silent.localAddress?.port)
            let asking = try LinkTransport(
                LinkPeer(key: dialer.key, places: [place]), listener.keys, time: SystemTime())
            let begin = ContinuousClock.now
            let page = Task { try await asking.log(pull(listener.store.key.publicKey)) }
            try await withLink(dialer, listener) { _ in
                let answer = text(try await page.value)
                #expect(answer.contains("from behind a router"))
                // The handshake at the silent place has 10 s.
                #expect(ContinuousClock.now - begin < .seconds(8))
            }
            asking.close()
        }
        try await silent.close()
    }

    @Test func `a node that can be dialled is asked over ordinary links again`() async throws {
        try await withNodes { dialer, listener, _ in
            let added = try await dialer.server.listen(on: .init(host: "127.0.0.1", port: 0, purpose: .peers))
            let asking = try LinkTransport(
                LinkPeer(key: dialer.key, places: [HostPort(host: "127.0.0.1", port: added.port)]), listener.keys,
                time: SystemTime())
            try await withLink(dialer, listener) { _ in
                _ = try await asking.log(pull(listener.store.key.publicKey))
                try await eventually("An ordinary link was opened.") {
                    dialer.keys.hasOrdinaryLink(of: listener.store.key.publicKey)
                }
            }
            // The turned link has ended.
            _ = try await asking.log(pull(listener.store.key.publicKey))
            asking.close()
            await dialer.keys.waitForEndOfOrdinaryLinks(of: listener.store.key.publicKey)
        }
    }

    @Test func `a request over a dead turned link is sent again over the next one`() async throws {
        try await withNodes { dialer, listener, asking in
            // Nobody answers on it.
            let dead = try await dialer.transport.openTurnedLink()
            #expect(await listener.keys.nextTurnedLink(of: dialer.key) != nil)
            let page = Task { try await asking.log(pull(listener.store.key.publicKey)) }
            try await eventually("The request is sent.") { try await hasSent(listener, dialer) }
            try await withLink(dialer, listener) { _ in
                let answer = text(try await page.value)
                #expect(answer.contains("from behind a router"))
            }
            try await dead.closeFuture.get()
        }
    }

    @Test func `a turned link without answers is given up, and the next one is used`() async throws {
        try await withNodes { dialer, listener, patient in
            var deadlines = Deadlines()
            deadlines.head = .milliseconds(300)
            let asking = try LinkTransport(
                LinkPeer(key: dialer.key, places: []), listener.keys, deadlines: deadlines, time: SystemTime())
            // Nobody answers on it, not even to the end of TLS.
            let dead = try await dialer.transport.openTurnedLink()
            try await dead.setOption(.autoRead, value: false).get()
            #expect(await listener.keys.nextTurnedLink(of: dialer.key) != nil)
            for _ in 1...3 {
                await #expect(throws: PullFailure.self) {
                    try await asking.log(pull(listener.store.key.publicKey))
                }
                #expect(listener.keys.turnedLink(of: dialer.key) == nil)
            }
            try await withLink(dialer, listener) { _ in
                let answer = text(try await patient.log(pull(listener.store.key.publicKey)))
                #expect(answer.contains("from behind a router"))
            }
            asking.close()
        }
    }

    // MARK: Admission

    @Test(arguments: [LinkAccess.paused, .removed, .unpaired])
    func `a listener closes the turned link of a key that it does not admit`(access: LinkAccess) async throws {
        try await withNodes { dialer, listener, asking in
            listener.keys.set(access, for: dialer.key)
            let link = try await dialer.transport.openTurnedLink()
            await dialer.server.serve(link)
            #expect(!link.isActive)
            #expect(listener.keys.turnedLink(of: dialer.key) == nil)
            await #expect(throws: PullFailure.unreachable(.noAddress)) {
                try await asking.log(pull(listener.store.key.publicKey))
            }
        }
    }

    @Test(arguments: [true, false])
    func `a removed key loses its turned link at once, at either end`(atDialer: Bool) async throws {
        try await withNodes { dialer, listener, asking in
            let link = try await dialer.transport.openTurnedLink()
            let serving = Task { await dialer.server.serve(link) }
            #expect(await listener.keys.nextTurnedLink(of: dialer.key) != nil)
            let waiting = Task { try await asking.log(pull(listener.store.key.publicKey, past: 1, wait: 60)) }
            try await eventually("The request waits.") { dialer.store.commits.waiterCount == 1 }
            if atDialer {
                dialer.keys.set(.removed, for: listener.store.key.publicKey)
            } else {
                listener.keys.set(.removed, for: dialer.key)
            }
            await serving.value
            await #expect(throws: PullFailure.self) { try await waiting.value }
        }
    }

    @Test func `a dialler that does not admit the listener any more refuses its requests`() async throws {
        try await withNodes { dialer, listener, asking in
            // The key was removed while the link was opened.
            dialer.keys.set(.removed, for: listener.store.key.publicKey)
            try await withLink(dialer, listener) { _ in
                let refused = await #expect(throws: PullFailure.self) {
                    try await asking.log(pull(listener.store.key.publicKey))
                }
                guard case .refused(403, let refusal) = refused else {
                    Issue.record("\(String(describing: refused))")
                    return
                }
                #expect(refusal?.code == .peerRemoved)
            }
        }
    }

    @Test func `a listener cannot post over a turned link`() async throws {
        try await withNodes { dialer, listener, asking in
            try await withLink(dialer, listener) { _ in
                let forged = NodeRequest("add.php", form: "user=jack&message=forged")
                let answer = try await asking.answer(to: forged)
                #expect(answer.status == 404)
                #expect(try dialer.store.messageCount() == 1)
            }
        }
    }

    // MARK: Bounds

    @Test func `a link on which the listener never asks ends`() async throws {
        try await withNodes(times: ConnectionTimes(idle: .seconds(60), silence: .milliseconds(300))) { dialer, _, _ in
            let link = try await dialer.transport.openTurnedLink()
            let time = await ContinuousClock().measure { await dialer.server.serve(link) }
            #expect(time > .milliseconds(250) && time < .seconds(20))
        }
    }

    @Test func `a listener that asks without end is answered at most 16 times at once`() async throws {
        try await withNodes { dialer, listener, _ in
            let link = try await dialer.transport.openTurnedLink()
            let serving = Task { await dialer.server.serve(link) }
            let asking = try #require(await listener.keys.nextTurnedLink(of: dialer.key))
            let request = PeerListenerTests.pull(listener.store.key.publicKey, wait: 60, past: 1)
            try await asking.eventLoop.submit {
                let gate = try asking.pipeline.syncOperations.context(handlerType: LinkGate.self)
                gate.writeAndFlush(
                    NIOAny(ByteBuffer(string: String(repeating: request, count: 1000))), promise: nil)
            }.get()
            await serving.value
            #expect(!link.isActive)
        }
    }

    @Test func `at most four requests are sent behind the one that is being answered`() async throws {
        try await withNodes { dialer, listener, _ in
            // Nobody answers on it.
            _ = try await dialer.transport.openTurnedLink()
            let link = try #require(await listener.keys.nextTurnedLink(of: dialer.key))
            let exchanges = (1...6).map { _ in
                Exchange(
                    request: NodeRequest("messages.php"), host: "peer", deadlines: Deadlines(),
                    end: OneOutcome<Exchange.End>())
            }
            for exchange in exchanges { try await link.triggerUserOutboundEvent(exchange).get() }
            let last = await exchanges[5].end.value(ifCancelled: (.failure(.unreachable(.cancelled)), true))
            #expect(last.outcome == .failure(.unreachable(.closed)))
            // The others still wait: each gets the outcome that comes first.
            for exchange in exchanges.prefix(5) {
                #expect(exchange.end.end((.failure(.unreachable(.cancelled)), true)))
            }
            link.close(promise: nil)
        }
    }

    @Test func `of a thousand turned links of one key, the newest is left`() async throws {
        try await withNodes { dialer, listener, asking in
            try await withThrowingDiscardingTaskGroup { tasks in
                var links: [any Channel] = []
                for _ in 0..<1000 {
                    let link = try await dialer.transport.openTurnedLink()
                    links.append(link)
                    tasks.addTask { await dialer.server.serve(link) }
                }
                let opened = links
                try await eventually("One link is left.") { opened.count(where: \.isActive) == 1 }
                let page = text(try await asking.log(pull(listener.store.key.publicKey)))
                #expect(page.contains("from behind a router"))
                for link in links { link.close(promise: nil) }
            }
        }
    }

    @Test func `a listener notices at once that the dialler has closed its link`() async throws {
        try await withNodes { dialer, listener, asking in
            let link = try await dialer.transport.openTurnedLink()
            #expect(await listener.keys.nextTurnedLink(of: dialer.key) != nil)
            let begin = ContinuousClock.now
            let waiting = Task { try await asking.log(pull(listener.store.key.publicKey, past: 1, wait: 60)) }
            try await eventually("The request is sent.") { try await hasSent(listener, dialer) }
            link.close(promise: nil)
            await #expect(throws: PullFailure.self) { try await waiting.value }
            #expect(ContinuousClock.now - begin < .seconds(20))
            try await eventually("The listener has no link.") { listener.keys.turnedLink(of: dialer.key) == nil }
        }
    }

    @Test func `the links of a node that stops end`() async throws {
        try await withNodes { dialer, listener, asking in
            let link = try await dialer.transport.openTurnedLink()
            let serving = Task { await dialer.server.serve(link) }
            #expect(await listener.keys.nextTurnedLink(of: dialer.key) != nil)
            serving.cancel()
            await serving.value
            await #expect(throws: PullFailure.self) {
                try await asking.log(pull(listener.store.key.publicKey, past: 1, wait: 60))
            }
        }
    }
}
