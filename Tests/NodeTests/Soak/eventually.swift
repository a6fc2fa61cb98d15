/// Asks again and again whether something that tells nobody of itself has happened.
///
/// - Returns: whether it had within `duration`.
func eventually(within duration: Duration, _ condition: () async throws -> Bool) async throws -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + duration
    while clock.now < end {
        if try await condition() { return true }
        try await clock.sleep(for: .milliseconds(50))
    }
    return try await condition()
}
