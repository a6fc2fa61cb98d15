import Testing

@testable import tidings

/// How many lines of one kind the program logs.
struct LineBoundTests {
    private func kind(_ peer: Int?, place: String = "Node.swift:1") -> LineBound.Kind {
        LineBound.Kind(place: place, peer: peer.map { "peer-\($0)" })
    }

    @Test func `a kind has twelve lines in an hour, and the next one says how many were omitted`() {
        var bound = LineBound()
        for _ in 1...12 { #expect(bound.omittedBefore(kind(1), at: .zero) == 0) }
        for second in 1...100 { #expect(bound.omittedBefore(kind(1), at: .seconds(second)) == nil) }
        // Other peers and other places have lines of their own.
        #expect(bound.omittedBefore(kind(2), at: .seconds(5)) == 0)
        #expect(bound.omittedBefore(kind(1, place: "Node.swift:2"), at: .seconds(5)) == 0)
        #expect(bound.omittedBefore(kind(1), at: .seconds(3599)) == nil)
        #expect(bound.omittedBefore(kind(1), at: .seconds(3600)) == 101)
        #expect(bound.omittedBefore(kind(1), at: .seconds(3601)) == 0)
    }

    @Test func `kinds beyond the largest number share the lines of their place`() {
        var bound = LineBound()
        var written = 0
        for peer in 0..<5000 where bound.omittedBefore(kind(peer), at: .zero) != nil { written += 1 }
        #expect(written <= LineBound.maximumKinds + LineBound.linesPerHour)
        #expect(bound.omittedBefore(kind(6000), at: .seconds(3600)) != nil)
    }
}
