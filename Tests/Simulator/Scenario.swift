/// Everything that decides a simulated run: equal scenarios give equal runs.
public struct Scenario: Hashable, Sendable {
    public let seed: UInt64
    public let features: Features

    public init(seed: UInt64, features: Features) {
        self.seed = seed
        self.features = features
    }
}

extension Scenario: CustomStringConvertible {
    /// The arguments of `scripts/simulate` that repeat the run.
    public var description: String { "--seed \(seed)\(features == .original ? " --original" : "")" }
}

/// What a simulated run draws beyond the faults that the first version of the simulator had.
///
/// A seed shows the same defect only as long as it draws the same. So a feature that draws more is an option, and each
/// fixed seed names the features with which it found its defect.
public struct Features: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// An answer may be replaced by an answer that another node gave: ``Fault/mixing``.
    public static let mixedAnswers = Features(rawValue: 1 << 0)
    /// An answer may be too large or too slow: ``Fault/oversize``.
    public static let oversizedAnswers = Features(rawValue: 1 << 1)
    /// A repeated answer may be any of the last 40 answers, not only the last one.
    public static let olderAnswers = Features(rawValue: 1 << 2)
    /// The answers of a process that has died are never repeated.
    public static let answersDieWithProcess = Features(rawValue: 1 << 3)
    /// A poisoned node may also forge heads and leave out, repeat and renumber messages.
    public static let forgedPages = Features(rawValue: 1 << 4)

    /// The faults of the first version of the simulator alone.
    public static let original: Features = []
    /// Everything. Fresh seeds draw from this.
    public static let all: Features = [
        .mixedAnswers, .oversizedAnswers, .olderAnswers, .answersDieWithProcess, .forgedPages,
    ]
}
