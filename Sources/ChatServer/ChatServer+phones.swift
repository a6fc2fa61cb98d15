internal import ChatModel

/// What the server keeps of phones.
extension ChatServer {
    /// The address of the web page at a proxy; nil without one.
    package var publicOrigin: Origin? { configuration.publicOrigin }

    /// Returns a token with which the browser of a phone begins a session at `/phone#TOKEN`, once and within ``phoneTokenLifetime``.
    package func phoneToken() -> String { "\(users.token())" }

    package static var phoneTokenLifetime: Duration { UserSessions.tokenLifetime }

    /// Whether phones have sessions that began at the listener for phones.
    package var hasPhones: Bool { users.hasPhones }

    /// Whether phones have sessions that began at the listener for phones, or may begin some.
    package var expectsPhones: Bool { users.expectsPhones }

    /// The port of the listener for phones, which their browsers know; nil before the first one.
    package var phonePort: Int? { users.phonePort }

    /// - Throws: `StoreError`.
    package func keepPhonePort(_ port: Int) async throws { try await users.keepPhonePort(port) }
}
