internal import ChatModel
internal import Foundation
internal import HTTPTypes
internal import Hummingbird

/// The rule for who may read and write at the listeners for clients: users of the node. Everyone else is a stranger.
struct AccessRule: Sendable {
    /// Whether everyone who reaches a listener is a user.
    let isOpen: Bool
    /// The address of a proxy.
    let publicOrigin: Origin?
    let loopback: LoopbackUsers
    let owners: OwnerSessions
    let users: UserSessions

    /// - Throws: ``Failure`` with `not-user`, `password-needed`, `session-needed` or `too-many-passwords`.
    func check(_ request: Request, _ context: ConnectionContext) async throws(Failure) {
        if let key = context.key {
            guard let session = try? SessionSecret(base64URL: key), users.contains(session) else { throw .keyEnded }
            return
        }
        if hasSession(request, context) { return }
        if context.isOfPhone { throw .sessionNeeded }
        if isOpen { return }
        guard let password = users.password(of: .user) else {
            guard publicOrigin == nil, context.remote == .thisMachine, context.isLoopback, !request.isForwarded,
                loopback.contains(userOf: context.channel)
            else { throw .notUser }
            return
        }
        guard let given = request.basicPassword,
            try await users.checks.isRight(given, password, from: source(of: request, context))
        else { throw .passwordNeeded(ofProgram: request.isOfProgram) }
    }

    private func hasSession(_ request: Request, _ context: ConnectionContext) -> Bool {
        guard let session = request.session else { return false }
        return users.contains(session) || owners.isOwner(request, context)
    }

    /// Begins a session with a password: that of the owner begins the owner's, where it counts.
    ///
    /// - Throws: ``Failure`` with `wrong-password`, `session-needed` or `too-many-passwords`; `StoreError`.
    func begin(with password: [UInt8], _ request: Request, _ context: ConnectionContext) async throws -> (
        SessionSecret, UserSessions.Role
    ) {
        if context.isOfPhone { throw Failure.sessionNeeded }
        let source = source(of: request, context)
        if let hash = users.password(of: .user), try await users.checks.isRight(password, hash, from: source) {
            return (try await users.begin(named: request.clientName, with: hash), .user)
        }
        if let hash = users.password(of: .owner), owners.isOwnersAddress(request, context),
            try await users.checks.isRight(password, hash, from: source)
        {
            guard users.password(of: .owner) == hash else { throw Failure.wrongPassword }
            await users.note("owner-session", of: request.clientName, by: .user)
            return (owners.begin(), .owner)
        }
        throw Failure.wrongPassword
    }

    /// Begins a user's session with a token.
    ///
    /// - Throws: ``Failure`` with `session-needed` for an unknown, expired or used token; `StoreError`.
    func begin(with token: SessionSecret, _ request: Request, _ context: ConnectionContext) async throws
        -> SessionSecret
    {
        guard
            let session = try await users.begin(with: token, named: request.clientName, isOfPhone: context.isOfPhone)
        else { throw Failure.sessionNeeded }
        return session
    }

    /// The address from which a password comes. A proxy names it last in X-Forwarded-For.
    private func source(of request: Request, _ context: ConnectionContext) -> RemoteNetwork {
        guard owners.isOfProxy(request, context),
            let last = request.headers[values: .forwardedFor].last?.split(separator: ",").last,
            let address = RemoteAddress(last.trimmingCharacters(in: .whitespaces))
        else { return context.remote.network }
        return address.network
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedFor = Self("X-Forwarded-For")!
}
