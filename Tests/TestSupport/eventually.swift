import Testing

/// Waits until a condition holds that gives no event to wait for; for a minute where nothing else is said: other tests
/// may keep the threads busy.
func eventually(
    _ what: Comment, within time: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + time
    while try !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}
