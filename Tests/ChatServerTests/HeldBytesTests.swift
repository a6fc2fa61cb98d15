import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import ChatServer

struct HeldBytesTests {
    private static let one = network("192.0.2.1")

    private static func network(_ address: String) -> RemoteNetwork {
        RemoteAddress(try! SocketAddress(ipAddress: address, port: 1)).network
    }

    /// The connections that were closed, by the names that a test gives them.
    private final class Closed: Sendable {
        private let names = Mutex<[String]>([])

        var all: [String] { names.withLock { $0 } }

        func close(_ name: String) -> @Sendable () -> Void {
            { self.names.withLock { $0.append(name) } }
        }
    }

    @Test func `over the maximum the connections that hold bytes the longest are closed until it fits`() {
        let closed = Closed()
        let held = HeldBytes(maximum: 100) { closed.close("warned")() }
        let first = held.begin(with: 30, of: Self.one, close: closed.close("first"))
        let second = held.begin(with: 30, of: Self.one, close: closed.close("second"))
        let third = held.begin(with: 40, of: Self.one, close: closed.close("third"))
        #expect(closed.all.isEmpty)
        #expect(held.total == 100)

        held.set(60, of: third)
        #expect(closed.all == ["warned", "first"])
        #expect(held.total == 90)
        held.set(200, of: second)
        #expect(closed.all == ["warned", "first", "warned", "second"])

        // Nothing is counted for a closed connection.
        held.set(50, of: first)
        held.end(first)
        held.end(second)
        #expect(held.total == 60)
        held.end(third)
        #expect(held.total == 0)
    }

    @Test func `one connection with more than the maximum is closed`() {
        let closed = Closed()
        let held = HeldBytes(maximum: 100) {}
        _ = held.begin(with: 101, of: Self.one, close: closed.close("only"))
        #expect(closed.all == ["only"])
        #expect(held.total == 0)
    }

    @Test func `a connection of the network that holds the most is closed, however old the others are`() {
        let closed = Closed()
        let held = HeldBytes(maximum: 100) {}
        _ = held.begin(with: 40, of: Self.one, close: closed.close("honest"))
        let flood = (1...7).map { held.begin(with: 10, of: Self.network("192.0.2.2"), close: closed.close("\($0)")) }
        #expect(closed.all == ["1"])
        held.set(40, of: flood[3])
        #expect(closed.all == ["1", "2", "3", "4"])
        #expect(held.total == 70)
    }

    @Test func `a connection that has ended does not count`() {
        let closed = Closed()
        let held = HeldBytes(maximum: 100) {}
        _ = held.begin(with: 60, of: Self.one, close: closed.close("first"))
        for _ in 1...100 { held.end(held.begin(with: 1, of: Self.one, close: closed.close("ended"))) }
        #expect(held.total == 60)
        _ = held.begin(with: 50, of: Self.one, close: closed.close("second"))
        #expect(closed.all == ["first"])
    }

    private func head(_ uri: String, fields: Int = 0) -> HTTPRequestHead {
        let headers = HTTPHeaders((0..<fields).map { ("a\($0)", "b") })
        return HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: headers)
    }

    @Test func `a connection counts what it holds of requests and answers, and few bytes not at all`() {
        let held = HeldBytes(maximum: 1 << 20) {}
        let channel = EmbeddedChannel()
        let bytes = ConnectionBytes(channel, of: Self.one, in: held)
        bytes.read(3000)
        #expect(held.total == 0)
        bytes.read(3000)
        #expect(held.total == 6000)
        bytes.buffered(50_000)
        #expect(held.total == 56_000)
        // The bytes that came last may be the beginning of the next part.
        bytes.read(30_000)
        bytes.head(head("/"))
        bytes.answered()
        #expect(held.total > 80_000)
        bytes.read(500)
        bytes.head(head("/"))
        bytes.buffered(0)
        bytes.answered()
        #expect(held.total == 0)
        bytes.read(700)
        bytes.head(head("/messages.php", fields: 15))
        bytes.answered()
        #expect(held.total == 0)
        bytes.ended()
        #expect(held.total == 0)
    }

    @Test func `a decoded request counts with its copies, its fields and the parts of its body`() {
        let held = HeldBytes(maximum: 1 << 20) {}
        let bytes = ConnectionBytes(EmbeddedChannel(), of: Self.one, in: held)
        bytes.head(head(String(repeating: "x", count: 2000)))
        #expect(bytes.body(0))
        #expect(held.total == 1024 + 6 * 2000)
        bytes.head(head("/", fields: 100))
        for _ in 1...900 { #expect(bytes.body(1)) }
        #expect(held.total > 230_000)
        bytes.answered()
        #expect(held.total > 230_000)
        bytes.answered()
        #expect(held.total == 0)
    }

    @Test func `a connection is closed for bytes that complete no part of a request, and for a long body that waits`()
        throws
    {
        let held = HeldBytes(maximum: 1 << 30) {}
        let (incomplete, waiting) = (EmbeddedChannel(), EmbeddedChannel())
        for channel in [incomplete, waiting] {
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        }
        let first = ConnectionBytes(incomplete, of: Self.one, in: held)
        for _ in 1...3 { first.read(50_000) }
        #expect(incomplete.isActive)
        first.read(50_000)
        #expect(!incomplete.isActive)

        let second = ConnectionBytes(waiting, of: Self.one, in: held)
        second.head(head("/"))
        for _ in 1...100 { #expect(second.body(50_000)) }
        #expect(waiting.isActive)
        second.head(head("/"))
        for _ in 1...4 { #expect(second.body(50_000)) }
        #expect(waiting.isActive)
        #expect(second.body(50_000))
        #expect(!second.body(50_000) && !second.body(1))
        #expect(!waiting.isActive)
    }

    @Test func `the connection of which too much is held is closed`() throws {
        let held = HeldBytes(maximum: 10_000) {}
        let (old, new) = (EmbeddedChannel(), EmbeddedChannel())
        try old.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        try new.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 2)).wait()
        let (oldBytes, newBytes) = (
            ConnectionBytes(old, of: Self.one, in: held), ConnectionBytes(new, of: Self.one, in: held)
        )
        oldBytes.buffered(6000)
        newBytes.buffered(6000)
        #expect(!old.isActive)
        #expect(new.isActive)
        #expect(held.total == 6000)
    }
}
