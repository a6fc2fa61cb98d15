import LinkTestSupport
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import Synchronization
import TestSupport
import Testing

@testable import ChatClient
@testable import ChatLink
@testable import ChatModel

/// Answers in gzip, from real TLS servers.
@Suite(.timeLimit(.minutes(1)))
struct CompressedAnswerTests {
    private let own = SigningKey()
    private let peer = SigningKey()

    /// Returns the answer of a server that sends the parts of gzip data.
    private func answer(_ parts: [ByteBuffer], requests: Int = 1) async throws -> NodeAnswer? {
        let answer = ServerAnswer(headers: ["Content-Type": "text/xml", "Content-Encoding": "gzip"], body: parts)
        let accepted = Mutex<[[String]]>([])
        let behaviour = ServerBehaviour.answering { head in
            accepted.withLock { $0.append(head.headers["Accept-Encoding"]) }
            return answer
        }
        return try await withServer(.server(peer), behaviour) { port in
            let transport = try LinkTransport(
                LinkPeer(key: peer.publicKey, places: [HostPort(host: "127.0.0.1", port: port)]),
                LinkKeys(LinkIdentity(own), admitting: []), time: SystemTime())
            defer { transport.close() }
            var last: NodeAnswer?
            for _ in 0..<requests { last = try await transport.answer(to: NodeRequest("messages.php")) }
            #expect(accepted.withLock { $0 } == Array(repeating: ["gzip"], count: requests))
            return last
        }
    }

    @Test func `compressed answers are read, one after the other over the same link`() async throws {
        let page = ByteBuffer(string: "<chat>\(String(repeating: "<text>hello</text>", count: 1000))</chat>")
        let parts = try gzipped([page])
        #expect(parts.map(\.readableBytes).reduce(0, +) < page.readableBytes / 10)
        #expect(try await answer(parts, requests: 3) == NodeAnswer(status: 200, bytes: Array(buffer: page)))
    }

    @Test func `gzip data in parts of one byte is read`() async throws {
        let bytes = try gzipped([ByteBuffer(string: "<chat/>")]).flatMap { Array(buffer: $0) }
        #expect(try await answer(bytes.map { ByteBuffer(bytes: [$0]) })?.bytes == Array("<chat/>".utf8))
    }

    enum Damage: CaseIterable {
        case empty, notGzip, changed, cut, followed
    }

    @Test(arguments: Damage.allCases)
    func `damaged gzip data is said`(damage: Damage) async throws {
        var bytes = try gzipped([ByteBuffer(string: "<chat/>")]).flatMap { Array(buffer: $0) }
        switch damage {
        case .empty: bytes = []
        case .notGzip: bytes = Array("<chat/>".utf8)
        // Of the checksum.
        case .changed: bytes[bytes.count - 8] ^= 1
        case .cut: bytes.removeLast()
        case .followed: bytes.append(0)
        }
        await #expect(throws: PullFailure.noPage(reason: "Its gzip data is damaged or incomplete.")) {
            try await answer([ByteBuffer(bytes: bytes)])
        }
    }

    @Test func `an answer may inflate to 4 MiB and not to one byte more`() async throws {
        let largest = ByteBuffer(repeating: 0x20, count: Limits.pulledPageBytes)
        #expect(try await answer(gzipped([largest]))?.bytes.count == Limits.pulledPageBytes)
        await #expect(throws: PullFailure.tooLarge) {
            try await answer(gzipped([largest, ByteBuffer(string: " ")]))
        }
    }

    @Test func `10 MB that would inflate to 10 GB are refused`() async throws {
        let parts = try gzippedGigabytes(10)
        #expect(parts.map(\.readableBytes).reduce(0, +) > 10_000_000)
        await #expect(throws: PullFailure.tooLarge) { try await answer(parts) }
    }

    @Test func `no more is inflated after 4 MiB`() throws {
        let link = EmbeddedChannel()
        try link.connect(to: SocketAddress(unixDomainSocketPath: "/tidings")).wait()
        try ExchangeHandler.addHandlers(to: link)
        let exchange = Exchange(
            request: NodeRequest("messages.php"), host: "peer", deadlines: Deadlines(), end: OneOutcome())
        try link.triggerUserOutboundEvent(exchange).wait()
        try link.writeInbound(
            ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000000000\r\n\r\n"))
        var count = 0
        for part in try gzippedGigabytes(1) where link.isActive {
            try link.writeInbound(part)
            count += 1
        }
        // Each part has 1 MiB.
        #expect(count == 5)
        _ = try? link.finish(acceptAlreadyClosed: true)
    }

    /// Compresses parts of one text, each to a part of its own.
    private func gzipped(_ parts: [ByteBuffer]) throws -> [ByteBuffer] {
        let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
        let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Accept-Encoding": "gzip"])
        try channel.writeInbound(HTTPServerRequestPart.head(request))
        channel.write(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)), promise: nil)
        for part in parts {
            channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(part)), promise: nil)
        }
        channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        var compressed: [ByteBuffer] = []
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .body(.byteBuffer(let buffer)) = part { compressed.append(buffer) }
        }
        _ = try channel.finish()
        return compressed
    }

    /// Returns gzip data of zeros in parts of 1 MiB. The checksum at its end is missing.
    private func gzippedGigabytes(_ count: Int) throws -> [ByteBuffer] {
        let zeros = try gzipped(Array(repeating: ByteBuffer(repeating: 0, count: 1 << 20), count: 2))
        // The second part refers to the zeros before it, so it can be repeated.
        return [zeros[0]] + Array(repeating: zeros[1], count: count << 10)
    }
}
