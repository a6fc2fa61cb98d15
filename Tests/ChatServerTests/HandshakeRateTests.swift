import NIOCore
import Testing

@testable import ChatServer

struct HandshakeRateTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private func address(_ text: String) throws -> RemoteAddress {
        RemoteAddress(try SocketAddress(ipAddress: text, port: 5))
    }

    /// Returns how many of many handshakes may begin.
    private func allowed(
        _ rate: inout HandshakeRate, _ addresses: [RemoteAddress], each count: Int, isPeer: Bool = false,
        at now: NIODeadline
    ) -> Int {
        addresses.reduce(0) { sum, address in
            sum + (0..<count).count { _ in rate.allows(address, isPeer: isPeer, now: now) }
        }
    }

    @Test func `one network has its burst, and then its share of each second`() throws {
        var rate = HandshakeRate()
        let greedy = [try address("10.0.0.1")]
        #expect(allowed(&rate, greedy, each: 1000, at: start) == 64)
        #expect(allowed(&rate, greedy, each: 1000, at: start + .seconds(1)) == 20)
        #expect(allowed(&rate, [try address("10.0.0.2")], each: 1, at: start + .seconds(1)) == 1)
        #expect(allowed(&rate, greedy, each: 1000, at: start + .seconds(100)) == 64)
    }

    @Test func `many networks have a common bound`() throws {
        var rate = HandshakeRate()
        let many = try (1...100).map { try address("10.0.1.\($0)") }
        #expect(allowed(&rate, many, each: 60, at: start) == 512)
        #expect(allowed(&rate, [try address("10.0.0.2")], each: 1, at: start) == 0)
        #expect(allowed(&rate, [try address("10.0.0.2")], each: 1, at: start + .seconds(1)) == 1)
    }

    @Test(arguments: ["10.0.1.", "fd77:0:0:1::"])
    func `strangers leave the address of a peer its reserve, also those in its network`(prefix: String) throws {
        var rate = HandshakeRate()
        let strangers = try (10...99).map { try address("\(prefix)\($0)") }
        _ = allowed(&rate, strangers, each: 1000, at: start)
        let peer = [try address("\(prefix)1")]
        #expect(allowed(&rate, peer, each: 100, at: start) == 0)
        #expect(allowed(&rate, peer, each: 100, isPeer: true, at: start) == 16)
        _ = allowed(&rate, strangers, each: 1000, at: start + .seconds(1))
        #expect(allowed(&rate, peer, each: 100, isPeer: true, at: start + .seconds(1)) == 5)
    }

    @Test func `a peer has no less than a stranger`() throws {
        var rate = HandshakeRate()
        #expect(allowed(&rate, [try address("10.0.0.3")], each: 100, isPeer: true, at: start) == 64 + 16)
    }

    @Test func `the addresses of one IPv6 network share a bucket`() throws {
        var rate = HandshakeRate()
        let addresses = try (1...100).map { try address("fd77:0:0:1::\(String($0, radix: 16))") }
        #expect(allowed(&rate, addresses, each: 1, at: start) == 64)
    }

    @Test func `this machine has no bound`() {
        var rate = HandshakeRate()
        #expect(allowed(&rate, [.thisMachine], each: 10_000, at: start) == 10_000)
    }

    @Test func `networks are forgotten when their buckets are full again`() throws {
        var rate = HandshakeRate()
        var now = start
        for number in 0..<20_000 {
            now = now + .milliseconds(5)
            _ = rate.allows(
                try address("10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"), isPeer: false, now: now)
        }
        #expect(rate.bucketCount <= HandshakeRate.maximumBuckets)
    }
}
