import NIOCore
import Testing

@testable import ChatGroup
@testable import ChatLink

struct NetworkViewTests {
    private let home = NetworkViewTests.at("eth0", "192.168.1.2")
    private let office = NetworkViewTests.at("eth1", "10.0.0.2")

    private static func at(
        _ interface: String, _ text: String, hasCarrier: Bool = true, isOfBridge: Bool = false
    ) -> InterfaceAddress {
        InterfaceAddress(
            interface: interface, address: address(text), hasCarrier: hasCarrier, isOfBridge: isOfBridge)
    }

    private static func address(_ text: String) -> SocketAddress {
        guard let address = try? SocketAddress(ipAddress: text, port: 1) else {
            preconditionFailure("\(text) is an address")
        }
        return address
    }

    @Test func `looks at the usual distance at the same network show no change`() {
        var view = NetworkView(at: .zero, [home])
        for second in 1...10 { #expect(view.change(at: .seconds(second * 15), [home]) == nil) }
    }

    @Test func `after a sleep, all links are dead`() {
        var view = NetworkView(at: .zero, [home])
        let change = view.change(at: .seconds(3600), [home])
        #expect(change?.endsLinks(at: home.address) == true)
        #expect(view.change(at: .seconds(3602), [home]) == nil)
    }

    @Test func `links at an address that is gone are dead, and others are not`() {
        var view = NetworkView(at: .zero, [home, office])
        let change = view.change(at: .seconds(2), [home])
        #expect(change?.endsLinks(at: office.address) == true)
        #expect(change?.endsLinks(at: home.address) == false)
    }

    @Test func `a new address ends no link`() {
        var view = NetworkView(at: .zero, [home])
        let change = view.change(at: .seconds(2), [home, office])
        #expect(change?.endsLinks(at: home.address) == false)
    }

    @Test func `links stay while the addresses are not known`() {
        var view = NetworkView(at: .zero, [home])
        #expect(view.change(at: .seconds(2), nil) == nil)
        #expect(view.change(at: .seconds(4), [home]) == nil)
        #expect(view.change(at: .seconds(6), [office])?.endsLinks(at: home.address) == true)
    }

    @Test func `links on this machine stay when the addresses change`() {
        var view = NetworkView(at: .zero, [home])
        let change = view.change(at: .seconds(2), [])
        #expect(change?.endsLinks(at: home.address) == true)
        for text in ["127.0.0.2", "::1"] { #expect(change?.endsLinks(at: Self.address(text)) == false) }
    }

    @Test func `a cable that is plugged in or pulled out is a change, and ends no link`() {
        var view = NetworkView(at: .zero, [home])
        for (second, hasCarrier) in [(2, false), (4, true)] {
            let change = view.change(at: .seconds(second), [Self.at("eth0", "192.168.1.2", hasCarrier: hasCarrier)])
            #expect(change?.endsLinks(at: home.address) == false)
        }
    }

    @Test func `a container that starts is no change of the network`() {
        var view = NetworkView(at: .zero, [home])
        #expect(view.change(at: .seconds(2), [home, Self.at("veth1", "fe80::3", isOfBridge: true)]) == nil)
        let bridge = Self.at("br0", "172.17.0.1", hasCarrier: false, isOfBridge: true)
        #expect(view.change(at: .seconds(4), [home, bridge]) != nil)
        #expect(view.change(at: .seconds(6), [home, Self.at("br0", "172.17.0.1", isOfBridge: true)]) == nil)
    }

    @Test func `a link at the link-local address of a bridge stays when another address changes`() {
        let bridge = Self.at("br0", "fe80::1", isOfBridge: true)
        var view = NetworkView(at: .zero, [home, bridge])
        #expect(view.change(at: .seconds(2), [office, bridge])?.endsLinks(at: bridge.address) == false)
    }
}
