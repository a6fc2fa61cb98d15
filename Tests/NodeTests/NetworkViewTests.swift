import Testing

@testable import tidings

struct NetworkViewTests {
    private let home: [UInt8] = [192, 168, 1, 2]
    private let office: [UInt8] = [10, 0, 0, 2]

    @Test func `looks at the usual distance at the same network show no change`() {
        var view = NetworkView(at: .zero, [home])
        for second in 1...10 { #expect(view.change(at: .seconds(second * 4), [home]) == nil) }
    }

    @Test func `after a sleep, all links are dead`() {
        var view = NetworkView(at: .zero, [home])
        let change = view.change(at: .seconds(3600), [home])
        #expect(change?.endsLinks(at: home) == true)
        #expect(view.change(at: .seconds(3602), [home]) == nil)
    }

    @Test func `links at an address that is gone are dead, and others are not`() {
        var view = NetworkView(at: .zero, [home, office])
        let change = view.change(at: .seconds(2), [home])
        #expect(change?.endsLinks(at: office) == true)
        #expect(change?.endsLinks(at: home) == false)
    }

    @Test func `a new address ends no link`() {
        var view = NetworkView(at: .zero, [home])
        let change = view.change(at: .seconds(2), [home, office])
        #expect(change?.endsLinks(at: home) == false)
    }

    @Test func `a look that shows no address at all ends no link`() {
        var view = NetworkView(at: .zero, [home])
        let change = view.change(at: .seconds(2), [])
        #expect(change?.endsLinks(at: home) == false)
    }
}
