public import Testing

/// Polls a condition that gives no event to await, every five milliseconds.
///
/// Records an issue if the condition is not true within `time`. The default is a minute, because other tests may keep
/// the threads busy.
///
/// - Parameter what: The condition in words, for the issue.
/// - Returns: whether the condition became true in time.
@discardableResult
public func eventually(
    _ what: Comment, within time: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + time
    while try await !condition() {
        guard clock.now < deadline else {
            Issue.record(what, sourceLocation: sourceLocation)
            return false
        }
        try await clock.sleep(for: .milliseconds(5))
    }
    return true
}
