import ChatLink
import ChatModel
import NIOCore
import Testing

@testable import ChatGroup

@Suite struct LocalAddressesTests {
    /// Returns an address of an interface. One whose name begins with `br` is a bridge.
    private func address(
        _ interface: String, _ text: String, isBroadcast: Bool = true, hasCarrier: Bool = true
    ) throws -> InterfaceAddress {
        InterfaceAddress(
            interface: interface, address: try SocketAddress(ipAddress: text, port: 0), isBroadcast: isBroadcast,
            hasCarrier: hasCarrier, isOfBridge: interface.hasPrefix("br"))
    }

    /// Ranks addresses.
    private func ranked(
        _ addresses: [InterfaceAddress], routed: String..., withIPv6: Bool = true
    ) throws -> [LocalAddresses.Ranked] {
        LocalAddresses.Interfaces(
            addresses: addresses, routed: try routed.map { try SocketAddress(ipAddress: $0, port: 9) }
        )
        .ranked(port: 7411, withIPv6: withIPv6)
    }

    @Test func `addresses are ranked by the machines that reach them`() throws {
        let found = try ranked(
            [
                address("lo", "127.0.0.1", isBroadcast: false), address("br-1", "172.17.0.1"),
                address("eth0", "fe80::2"), address("wg0", "10.9.0.2", isBroadcast: false),
                address("wlan1", "192.168.9.9", hasCarrier: false), address("tun0", "fe80::3", isBroadcast: false),
                address("eth1", "169.254.7.7"), address("eth0", "192.168.1.7"), address("eth0", "fd00::7"),
                address("eth0", "2001:db8::7"), address("ppp0", "100.64.3.3", isBroadcast: false),
                address("ppp1", "203.0.113.7", isBroadcast: false),
            ], routed: "192.168.1.7", "2001:db8::7")
        #expect(
            LinkPeer.dialable(found.map(\.place), mayBeHere: true).map(\.host) == [
                "203.0.113.7", "2001:db8::7", "192.168.1.7", "fd00::7", "10.9.0.2", "100.64.3.3", "169.254.7.7",
                "fe80::2", "172.17.0.1", "192.168.9.9", "fe80::3",
            ])
    }

    @Test func `a bridge with the default route is a network like others`() throws {
        let found = try ranked([address("br-1", "172.17.0.1"), address("br0", "192.168.1.7")], routed: "192.168.1.7")
        #expect(found.map(\.place.host) == ["192.168.1.7", "172.17.0.1"])
        #expect(found.map(\.reach) == [.defaultNetwork, .doubtful])
    }

    @Test func `beacons go where several machines hear them, and neither to containers nor through tunnels`() throws {
        let interfaces = LocalAddresses.Interfaces(
            addresses: try [
                address("lo", "127.0.0.1", isBroadcast: false), address("eth0", "192.168.1.7"),
                address("eth0", "fe80::2"), address("eth0", "2001:db8::7"), address("eth1", "169.254.7.7"),
                address("wlan0", "192.168.9.9", hasCarrier: false), address("br-1", "172.17.0.1"),
                address("br-1", "fe80::3"), address("wg0", "10.9.0.2", isBroadcast: false),
                address("tun0", "fe80::4", isBroadcast: false), address("br0", "10.0.0.7"),
            ], routed: [try SocketAddress(ipAddress: "10.0.0.7", port: 9)])
        #expect(
            interfaces.beaconAddresses.map(\.address.ipAddress) == [
                "192.168.1.7", "fe80::2", "169.254.7.7", "10.0.0.7",
            ])
    }

    @Test func `a listener for IPv4 has no IPv6 addresses`() throws {
        let found = try ranked([address("eth0", "192.168.1.7"), address("eth0", "fd00::7")], withIPv6: false)
        #expect(found.map(\.place.description) == ["192.168.1.7:7411"])
    }

    @Test func `a short list has addresses of all kinds, and keeps their order`() throws {
        let bridges = try (1...9).map { try address("br-\($0)", "172.\($0 + 16).0.1") }
        let global = try (1...9).map { try address("eth0", "2001:db8::\($0)") }
        let others = try [address("eth0", "192.168.1.7"), address("eth0", "fe80::2")]
        let found = try ranked(bridges + global + others, routed: "192.168.1.7")
        #expect(
            LocalAddresses.chosen(found, atMost: 8).map(\.host) == [
                "2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4", "2001:db8::5", "192.168.1.7", "fe80::2",
                "172.17.0.1",
            ])
        #expect(LocalAddresses.chosen(found, atMost: 0).isEmpty)
    }

    @Test(arguments: [
        ("127.0.0.1:1", "this machine only"), ("192.168.1.7:1,[fe80::1]:1,[fd00::1]:1", "in this network"),
        ("laptop.local:1", "in this network"), ("192.168.1.7:1,203.0.113.7:1", nil), ("example.org:1", nil),
        ("[2001:db8::1]:1", nil),
    ])
    func `an invitation that only machines nearby can use says so`(places: String, words: String?) throws {
        let invitation = Invitation(
            peer: LinkPeer(
                key: SigningKey().publicKey, places: try places.split(separator: ",").map { try HostPort($0) }),
            group: try GroupID(bytes: 1...16), secret: .random())
        #expect((invitation.nearness == nil) == (words == nil))
        if let words { #expect(invitation.nearness?.contains(words) == true) }
    }

    @Test(arguments: [
        // From another machine.
        ("127.0.0.1:22,192.0.2.7:7411,localhost:80", "192.0.2.9", true, "192.0.2.9:22,192.0.2.7:7411"),
        ("192.0.2.7:7411", "192.0.2.7", true, "192.0.2.7:7411"), ("[::1]:22", "192.0.2.9", true, "192.0.2.9:22"),
        // From this machine.
        ("127.0.0.1:9", "127.0.0.1", true, "127.0.0.1:9"),
        ("192.0.2.7:9,[::1]:9", "127.0.0.1", true, "127.0.0.1:9,192.0.2.7:9,[::1]:9"),
        // From another machine through a tunnel.
        ("127.0.0.1:22,192.0.2.7:7411,localhost:80", "127.0.0.1", false, "192.0.2.7:7411"),
        ("[::1]:22", "::1", false, ""),
        // A node that does not listen.
        ("", "192.0.2.9", true, ""),
    ])
    func `a joining node on another machine cannot name places on this one`(
        places: String, address: String, mayBeHere: Bool, expected: String
    ) throws {
        let request = PairRequest(
            secret: .random(), group: try GroupID(bytes: 1...16), name: "ben",
            places: try places.split(separator: ",").map { try HostPort($0) })
        let dialled = Inviter.places(of: request, from: address, mayBeHere: mayBeHere)
            .map(\.description).joined(separator: ",")
        #expect(dialled == expected)
    }
}
