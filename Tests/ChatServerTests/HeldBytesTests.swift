import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import ChatServer

struct HeldBytesTests {
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
        let first = held.begin(with: 30, close: closed.close("first"))
        let second = held.begin(with: 30, close: closed.close("second"))
        let third = held.begin(with: 40, close: closed.close("third"))
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
        _ = held.begin(with: 101, close: closed.close("only"))
        #expect(closed.all == ["only"])
        #expect(held.total == 0)
    }

    @Test func `a connection counts what it holds of requests and answers, and few bytes not at all`() {
        let held = HeldBytes(maximum: 1 << 20) {}
        let channel = EmbeddedChannel()
        let bytes = ConnectionBytes(channel, in: held)
        bytes.read(3000)
        #expect(held.total == 0)
        bytes.read(3000)
        #expect(held.total == 6000)
        bytes.read(100_000)
        #expect(held.total == 106_000)
        bytes.buffered(50_000)
        #expect(held.total == 156_000)
        // The bytes that came last may be the beginning of the next request.
        bytes.answersDue(0)
        #expect(held.total == 150_000)
        bytes.buffered(0)
        bytes.read(500)
        bytes.answersDue(0)
        #expect(held.total == 0)
        bytes.answersDue(1)
        #expect(held.total == 0)
        bytes.answersDue(6)
        #expect(held.total == 5 * 2048 + 500)
        bytes.read(70_000)
        bytes.ended()
        #expect(held.total == 0)
    }

    @Test func `the connection of which too much is held is closed`() throws {
        let held = HeldBytes(maximum: 10_000) {}
        let (old, new) = (EmbeddedChannel(), EmbeddedChannel())
        try old.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        try new.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 2)).wait()
        let (oldBytes, newBytes) = (ConnectionBytes(old, in: held), ConnectionBytes(new, in: held))
        oldBytes.buffered(6000)
        newBytes.buffered(6000)
        #expect(!old.isActive)
        #expect(new.isActive)
        #expect(held.total == 6000)
    }
}
