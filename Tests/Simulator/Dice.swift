import TestSupport

/// The random numbers of a run.
struct Dice: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Returns true with this probability.
    mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

    /// Returns a number that is at least 0 and less than 1.
    mutating func fraction() -> Double { Double.random(in: 0..<1, using: &generator) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration { .milliseconds(number(range)) }

    mutating func seconds(_ range: ClosedRange<Int>) -> Duration {
        milliseconds(range.lowerBound * 1000...range.upperBound * 1000)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(0...elements.count - 1)]
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(number(0...255)) } }

    mutating func next() -> UInt64 { generator.next() }
}
