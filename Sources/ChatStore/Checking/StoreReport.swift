/// What a walk over a whole store found.
public struct StoreReport: Hashable, Sendable, Codable {
    /// Messages that were met.
    public let messages: Int
    /// The size of the store, in bytes.
    public let bytes: Int
    /// What was found; of each kind the first ``maximumProblems``.
    public let problems: [StoreProblem]
    /// How many problems there are, listed or not.
    public let problemCount: Int

    /// What is listed of each kind at most; a store in ruins has more.
    public static let maximumProblems = 100

    public init(messages: Int, bytes: Int, problems: [StoreProblem], problemCount: Int) {
        self.messages = messages
        self.bytes = bytes
        self.problems = problems
        self.problemCount = problemCount
    }

    /// Whether ``problems`` is all that there is.
    public var listsAll: Bool { problems.count == problemCount }

    /// Whether everything is as it was written.
    public var isSound: Bool { problemCount == 0 }

    /// What is wrong with the store itself: no node should write to it.
    public var problemsOfStore: [StoreProblem] { problems.filter { $0.extent == .store } }

    /// What is wrong beside the messages, with which a node runs.
    public var problemsOfBookkeeping: [StoreProblem] { problems.filter { $0.extent == .bookkeeping } }

    /// The messages that are damaged, ascending; of many the first.
    public var damagedMessages: [UInt64] {
        Set(problems.compactMap(\.messageID)).sorted()
    }
}
