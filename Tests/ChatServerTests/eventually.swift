import Testing

/// Waits until a condition holds that gives no event to wait for; for ten seconds at most.
func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while try !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(1))
    }
}
