import ChatLink
import ChatModel
import ChatStore
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import ChatServer

struct ConnectionTableTests {
    /// A table whose connections a test adds; each has the time of its number as the time of its last request.
    private final class Connections {
        let table: ConnectionTable
        private let closedNumbers = SharedNumbers()
        private var added: [Int: (connection: ConnectionTable.Connection, slot: Int)] = [:]
        private var next = 0

        var closed: [Int] { closedNumbers.all }

        init(maximum: Int, peerHosts: [String] = []) {
            let trusted = TrustedAddresses(peerHosts: peerHosts)
            table = ConnectionTable(maximum: maximum) { trusted.contains($0) }
        }

        /// Adds connections. The table closes others for them; their ends are told at once, or never.
        func add(_ count: Int, from address: String, ending: Bool = true) {
            for _ in 0..<count {
                let number = next
                next += 1
                let before = closed.count
                added[number] = table.add(
                    ConnectionTableTests.address(address), now: .uptimeNanoseconds(UInt64(number + 1)),
                    close: { [closedNumbers] in closedNumbers.append(number) })
                if ending { for number in closed[before...] { remove(number) } }
            }
        }

        func remove(_ number: Int) {
            if let (connection, slot) = added.removeValue(forKey: number) { table.remove(connection, at: slot) }
        }

        func isActive(_ number: Int, at time: UInt64, answersDue: Int = 0) {
            added[number]?.connection.isActive(answersDue: answersDue, now: .uptimeNanoseconds(time))
        }
    }

    private final class SharedNumbers: Sendable {
        private let numbers = Mutex<[Int]>([])
        var all: [Int] { numbers.withLock { $0 } }
        func append(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    private static func address(_ text: String) -> RemoteAddress {
        RemoteAddress(try? SocketAddress(ipAddress: text, port: 5))
    }

    @Test func `one address gets a quarter of the connections, and its longest idle one is closed for a new one`() async
    {
        let connections = Connections(maximum: 16)
        connections.add(4, from: "192.0.2.1")
        connections.isActive(0, at: 100)
        #expect(connections.closed.isEmpty)
        connections.add(1, from: "192.0.2.1")
        #expect(connections.closed == [1])
        connections.add(4, from: "192.0.2.2")
        #expect(connections.closed == [1])
    }

    @Test func `each new connection closes another one, also before the closed ones have ended`() async {
        let connections = Connections(maximum: 16)
        connections.add(104, from: "192.0.2.1", ending: false)
        #expect(connections.closed.count == 100)
        #expect(Set(connections.closed) == Set(0..<100))
        for number in 0..<100 { connections.remove(number) }
        connections.add(1, from: "192.0.2.1")
        #expect(connections.closed.count == 101)
    }

    @Test func `the address with the most connections loses them first, and those with an answer due last`() async {
        let connections = Connections(maximum: 64)
        connections.add(1, from: "192.0.2.200")
        for host in 1...4 { connections.add(14, from: "192.0.2.\(host)") }
        // 57 of 64 connections, of which 8 are reserved.
        #expect(connections.closed == [1])
        for number in 2...50 { connections.isActive(number, at: 1000, answersDue: 1) }
        let before = connections.closed.count
        connections.add(20, from: "192.0.2.5")
        let closed = connections.closed[before...]
        #expect(!closed.contains(0))
        // Of the three addresses with 14 connections, one has connections without an answer due.
        #expect(closed.first == 51)
    }

    @Test func `a peer with IPv6 makes its own address trusted, not its network`() async {
        let connections = Connections(maximum: 16, peerHosts: ["2001:db8::9"])
        for host in 1...4 { connections.add(4, from: "192.0.2.\(host)") }
        let before = connections.closed.count
        connections.add(1, from: "2001:db8::9")
        #expect(connections.closed.count == before)
        connections.add(1, from: "2001:db8::a")
        #expect(connections.closed.count == before + 1)
    }

    @Test func `an eighth of the connections is for this machine and the peers`() async {
        let connections = Connections(maximum: 16, peerHosts: ["192.0.2.9"])
        for host in 1...4 { connections.add(4, from: "192.0.2.\(host)") }
        // Two of the 16 connections are reserved.
        #expect(connections.closed.count == 2)
        let before = connections.closed.count
        connections.add(1, from: "127.0.0.1")
        connections.add(1, from: "192.0.2.9")
        #expect(connections.closed.count == before)
        // More connections of this machine close those of others.
        connections.add(10, from: "::1")
        #expect(connections.closed.count == before + 10)
        #expect(connections.closed.allSatisfy { $0 < 16 })
    }

    @Test func `if all connections are of this machine, the longest idle one is closed`() async {
        let connections = Connections(maximum: 8)
        connections.add(8, from: "127.0.0.1")
        #expect(connections.closed.isEmpty)
        connections.add(2, from: "127.0.0.5")
        #expect(connections.closed == [0, 1])
    }

    @Test func `a network of 64 bits counts as one address, and an IPv4 address in an IPv6 one as the IPv4 address`() {
        #expect(Self.address("2001:db8::1").network == Self.address("2001:db8::ffff:1").network)
        #expect(Self.address("2001:db8::1").network != Self.address("2001:db8:0:1::1").network)
        #expect(Self.address("::ffff:192.0.2.1") == Self.address("192.0.2.1"))
        #expect(Self.address("192.0.2.1") != Self.address("192.0.2.2"))
        for loopback in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
            #expect(Self.address(loopback) == .thisMachine)
        }
        #expect(Self.address("::2") != .thisMachine)
        #expect(RemoteAddress(nil) == .thisMachine)
    }

    @Test func `an address may let a quarter of the waiting requests wait, and others still may`() async {
        let shares = WaitShares(maximum: 8, trusted: TrustedAddresses(peerHosts: []))
        func wait(_ address: String, _ body: () async -> Void = {}) async -> Bool {
            await shares.wait(.seconds(5), for: Self.address(address)) { wait in
                await body()
                return wait == .seconds(5)
            }
        }
        await shares.wait(.seconds(5), for: Self.address("192.0.2.1")) { _ in
            let isSecond = await wait("192.0.2.1") {
                let waiting = (await wait("192.0.2.1"), await wait("192.0.2.2"), await wait("127.0.0.1"))
                #expect(waiting == (false, true, true))
            }
            #expect(isSecond)
        }
        #expect(await wait("192.0.2.1"))
    }

    @Test func `an eighth of the waiting requests is for this machine`() async {
        let shares = WaitShares(maximum: 8, trusted: TrustedAddresses(peerHosts: []))
        func wait(_ hosts: [Int]) async {
            guard let host = hosts.first else {
                for (address, expected) in [("192.0.2.9", Duration.zero), ("127.0.0.1", .seconds(5))] {
                    await shares.wait(.seconds(5), for: Self.address(address)) { #expect($0 == expected) }
                }
                return
            }
            await shares.wait(.seconds(5), for: Self.address("192.0.2.\(host)")) { granted in
                #expect(granted == .seconds(5))
                await wait(Array(hosts.dropFirst()))
            }
        }
        await wait(Array(1...7))
    }

    @Test func `an address is trusted at which a key was proven that is still admitted`() throws {
        let key = SigningKey().publicKey
        let keys = LinkKeys(try LinkIdentity(SigningKey()), admitting: [key])
        let trusted = TrustedAddresses(peerHosts: [], keys: keys)
        let addresses = (0...TrustedAddresses.addressesOfOneKey).map { Self.address("192.0.2.\($0)") }
        for address in addresses {
            #expect(!trusted.isPeer(address))
            trusted.noteProven(key, at: address)
            #expect(trusted.isPeer(address))
        }
        #expect(!trusted.isPeer(addresses[0]), "One key has a bounded number of addresses.")
        keys.set(.removed, for: key)
        #expect(!addresses.contains { trusted.isPeer($0) })
    }

    @Test func `the stored addresses of a paired peer are trusted while its key is admitted`() throws {
        let key = SigningKey().publicKey
        let keys = LinkKeys(try LinkIdentity(SigningKey()), admitting: [])
        let trusted = TrustedAddresses(peerHosts: [], keys: keys)
        let places = try ["192.0.2.1:7411", "laptop.example:7411", "[2001:db8::1]:7411"].map { try HostPort($0) }
        let since = UnixTime(milliseconds: 1)
        trusted.noteStored([PairedPeer(key: key, name: "ben", since: since, places: places, invitation: nil)])
        let addresses = ["192.0.2.1", "2001:db8::1"].map(Self.address)
        #expect(!addresses.contains { trusted.isPeer($0) })
        keys.set(.admitted, for: key)
        #expect(addresses.allSatisfy { trusted.isPeer($0) })
        keys.set(.removed, for: key)
        #expect(!addresses.contains { trusted.isPeer($0) })
    }
}
