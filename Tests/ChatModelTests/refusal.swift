import ChatModel
import Testing

/// The code with which `body` is refused; nothing, and an issue, if it is not.
func refusal(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) -> FailureCode? {
    #expect(throws: Refusal.self, sourceLocation: sourceLocation) { try body() }?.code
}
