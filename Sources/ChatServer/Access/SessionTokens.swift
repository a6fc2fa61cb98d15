internal import ChatModel

/// Tokens, each of which begins one session. They end with the process.
struct SessionTokens {
    /// With the times of the monotonic clock at which they expire; nil for those that do not.
    private var tokens: [(token: SessionSecret, expires: Duration?)] = []

    /// Only the owner makes tokens. A further one ends the oldest one.
    static let maximum = 16

    mutating func make(expiring expires: Duration?) -> SessionSecret {
        let token = SessionSecret.random()
        tokens.append((token, expires))
        tokens.removeFirst(max(0, tokens.count - Self.maximum))
        return token
    }

    /// Ends a token.
    ///
    /// - Returns: whether it was valid.
    mutating func use(_ token: SessionSecret, at now: Duration) -> Bool {
        guard let index = tokens.firstIndex(where: { $0.token == token }) else { return false }
        return tokens.remove(at: index).expires.map { $0 > now } ?? true
    }

    /// Whether no token is valid.
    func isEmpty(at now: Duration) -> Bool { tokens.allSatisfy { $0.expires.map { $0 <= now } ?? false } }
}
