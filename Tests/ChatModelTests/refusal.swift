import ChatModel
import Testing

/// Returns the code of the refusal that `body` throws. Records an issue if it throws none.
func refusal(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) -> FailureCode? {
    #expect(throws: Refusal.self, sourceLocation: sourceLocation) { try body() }?.code
}
