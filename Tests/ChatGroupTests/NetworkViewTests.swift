import NIOCore
import Testing

@testable import ChatGroup
@testable import ChatLink

struct NetworkViewTests {
    private let home = NetworkViewTests.address("192.168.1.2")
    private let office = NetworkViewTests.address("10.0.0.2")

    private static func address(_ text: String) -> SocketAddress {
        guard let address = try? SocketAddress(ipAddress: text, port: 1) else {
            preconditionFailure("\(text) is an address")
        }
        return address
    }

    @Test func `looks at the usual distance at the same network show no change`() {
        var view = NetworkView(at: .zero, [home.ipBytes])
        for second in 1...10 { #expect(view.change(at: .seconds(second * 15), [home.ipBytes]) == nil) }
    }

    @Test func `after a sleep, all links are dead`() {
        var view = NetworkView(at: .zero, [home.ipBytes])
        let change = view.change(at: .seconds(3600), [home.ipBytes])
        #expect(change?.endsLinks(at: home) == true)
        #expect(view.change(at: .seconds(3602), [home.ipBytes]) == nil)
    }

    @Test func `links at an address that is gone are dead, and others are not`() {
        var view = NetworkView(at: .zero, [home.ipBytes, office.ipBytes])
        let change = view.change(at: .seconds(2), [home.ipBytes])
        #expect(change?.endsLinks(at: office) == true)
        #expect(change?.endsLinks(at: home) == false)
    }

    @Test func `a new address ends no link`() {
        var view = NetworkView(at: .zero, [home.ipBytes])
        let change = view.change(at: .seconds(2), [home.ipBytes, office.ipBytes])
        #expect(change?.endsLinks(at: home) == false)
    }

    @Test func `links stay while the addresses are not known`() {
        var view = NetworkView(at: .zero, [home.ipBytes])
        #expect(view.change(at: .seconds(2), nil) == nil)
        #expect(view.change(at: .seconds(4), [home.ipBytes]) == nil)
        #expect(view.change(at: .seconds(6), [office.ipBytes])?.endsLinks(at: home) == true)
    }

    @Test func `links on this machine, or in one network, stay when the addresses change`() {
        var view = NetworkView(at: .zero, [home.ipBytes])
        let change = view.change(at: .seconds(2), [])
        #expect(change?.endsLinks(at: home) == true)
        for text in ["127.0.0.2", "::1", "169.254.1.1", "fe80::1"] {
            #expect(change?.endsLinks(at: Self.address(text)) == false)
        }
    }
}
