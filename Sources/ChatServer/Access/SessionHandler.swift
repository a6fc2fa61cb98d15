internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import HTTPTypes
internal import Hummingbird

/// The handlers of `session`, which begins a session in a browser, and of those that make, list and end sessions.
struct SessionHandler: Sendable {
    let sessions: OwnerSessions
    let access: AccessRule

    /// How long the address of `open` is valid.
    private static let addressLifetime = Duration.seconds(60)

    /// Answers `session`, to which a browser sends a password, or the token of an owner or, with the role `user`, of a phone.
    ///
    /// - Throws: ``Failure`` with `not-owner` for an unknown, expired or used token, and with `no-owners-address` at an address
    ///   where no session of an owner counts: the token stays valid then; as ``AccessRule/begin(with:_:_:)`` for a password and for
    ///   the token of a phone.
    @Sendable @concurrent func begin(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let parameters = try await Parameters(of: request)
        if let password = parameters[.password] {
            let (session, role) = try await access.begin(with: password, request, context)
            return Self.answer(session, role)
        }
        let token = try parameters.text(.token).flatMap { try? SessionSecret(base64URL: $0) }
        if try role(in: parameters) == .user {
            guard let token else { throw Failure.sessionNeeded }
            return Self.answer(try await access.begin(with: token, request, context), .user)
        }
        guard sessions.isOwnersAddress(request, context) else { throw Failure.notAtOwnersAddress }
        guard let session = token.flatMap(sessions.begin) else { throw sessions.notOwner(request, context) }
        await access.users.note("owner-session", of: request.clientName, by: .browser)
        return Self.answer(session, .owner)
    }

    private static func answer(_ session: SessionSecret, _ role: UserSessions.Role) -> Response {
        .xml(Array("<session id=\"\(session)\" role=\"\(role.rawValue)\" />\n".utf8))
    }

    private func role(in parameters: Parameters) throws -> UserSessions.Role? {
        try parameters.value(.role, "user or owner") { UserSessions.Role(rawValue: $0) }
    }

    /// Requires the session of an owner in the field Tidings-Session.
    ///
    /// - Throws: ``Failure`` with `not-owner`.
    @Sendable func requireOwner(_ request: Request, _ context: ConnectionContext) throws(Failure) {
        guard let session = request.session, sessions.contains(session), sessions.isOwnersAddress(request, context)
        else { throw sessions.notOwner(request, context) }
    }

    /// Answers `open`, which comes over the socket only.
    ///
    /// - Throws: ``Failure`` with `no-owners-address`, or `bad-parameter` for another `at` than an origin.
    @Sendable @concurrent func open(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let wanted = try await Parameters(of: request).text(.at)
        let origin = wanted.flatMap { Origin($0) }
        guard (wanted == nil) == (origin == nil) else {
            throw Failure.badParameter(.at, "the address of a page, such as http://localhost:8080")
        }
        guard let address = sessions.address(validFor: Self.addressLifetime, at: origin) else {
            throw Failure.noOwnersAddress
        }
        return .xml(OwnerAddress(address).xml)
    }

    /// Answers `password`, which comes over the socket only: sets the password of the users or of the owner, or removes it.
    ///
    /// - Throws: ``Failure`` with `bad-parameter` for a password of less than ``leastCharacters`` characters; `StoreError`.
    @Sendable @concurrent func setPassword(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let parameters = try await Parameters(of: request)
        let role = try role(in: parameters) ?? .user
        let password = parameters[.password]
        guard password != nil || parameters.contains(.remove) else {
            throw Failure.badParameter(.password, "a password, or be left out for remove=yes")
        }
        if let password, String(decoding: password, as: UTF8.self).count < Self.leastCharacters {
            throw Failure.badParameter(.password, "at least \(Self.leastCharacters) characters")
        }
        try await access.users.setPassword(password, of: role)
        // Whoever has the former password, or a stolen browser, may have made it the owner's.
        sessions.endAll()
        access.users.onEnd()
        return .xml(Array("<success />\n".utf8))
    }

    static let leastCharacters = 12

    /// Answers `history`.
    func history(of store: ChatStore) throws -> Response {
        let own = access.users.acts.map { act in
            History.Act(at: UnixTime(milliseconds: act.at), by: act.by.rawValue, act.what, of: act.of)
        }
        let statements = try store.lastStatements(UserSessions.maximumActs).map { statement in
            History.Act(
                at: statement.arrival, by: "\(statement.author)", statement.isRemoval ? "removes" : "admits",
                of: "\(statement.key)")
        }
        return .xml(History((own + statements).sorted { $0.time < $1.time }).xml)
    }

    /// Answers `sessions`: ends the session with an id, makes one with a name for the 2011 client, and lists those of the users.
    ///
    /// - Throws: ``Failure`` with `bad-parameter`, or with `no-owners-address` without an address for the client.
    func list(_ parameters: Parameters, for person: UserSessions.Person) async throws -> Response {
        if let id = try parameters.text(.end), try await !access.users.end(id, by: person) {
            throw Failure.badParameter(.end, "the id of a session")
        }
        var address: String?
        if let name = try parameters.text(.name) {
            guard let origin = sessions.usual else { throw Failure.noOwnersAddress }
            let users = access.users
            let key = try await users.begin(
                named: name, with: users.password(of: .user), by: person, isAllowed: true)
            address = KeyedPath.address(at: origin, with: key)
        }
        let all = access.users.all.map { session in
            SessionList.Session(session.id, begun: UnixTime(milliseconds: session.begun), session.name)
        }
        return .xml(SessionList(all, address: address).xml)
    }
}
