internal import ChatModel
internal import ChatStore
internal import Crypto
internal import Foundation
internal import Synchronization

/// The passwords of a node, the sessions of its users, and the record of what its owner has done, which the store keeps.
///
/// A session begins with the users' password or with a token of the owner, or the owner makes it. All sessions end when the password
/// changes. The store has only their hashes.
final class UserSessions: Sendable {
    /// The two kinds of people who have a password of their own.
    enum Role: String, Codable {
        case user, owner
    }

    struct Session: Codable, Hashable {
        /// 8 characters by which the owner can end the session.
        let id: String
        /// The SHA-256 of the secret.
        let hash: [UInt8]
        /// In milliseconds since 1970.
        let begun: UInt64
        /// The browser and its system, shortened; for a key, its name.
        let name: String
        /// Whether the session began at the listener for phones.
        let isOfPhone: Bool?
        /// Whether the owner has allowed this session, by a token or a key.
        let isAllowed: Bool?
    }

    /// Something that a person has done, and that others may want to know later.
    struct Act: Codable, Hashable {
        /// In milliseconds since 1970.
        let at: UInt64
        let by: Person
        let what: String
        let of: String
    }

    enum Person: String, Codable {
        /// Whoever gives commands.
        case terminal
        /// A browser with a session of the owner.
        case browser
        /// Somebody with a password or a token.
        case user
    }

    private struct Kept: Codable {
        var passwords: [String: PasswordHash] = [:]
        /// The users' password with which the sessions have begun; nil without one.
        var ofSessions: PasswordHash?
        /// The oldest first.
        var sessions: [Session] = []
        /// What the owner and people with a password have done, the oldest first.
        var acts: [Act]?
        /// The port of the listener for phones; nil before the first one. A browser keeps its session for one port.
        var phonePort: Int?

        /// Keeps an act in place of the oldest one of the owner or of users: users cannot make those of the owner be forgotten.
        mutating func note(_ act: Act) {
            var acts = self.acts ?? []
            let isOfUser = act.by == .user
            if acts.count(where: { ($0.by == .user) == isOfUser }) >= UserSessions.maximumActs / 2,
                let oldest = acts.firstIndex(where: { ($0.by == .user) == isOfUser })
            {
                acts.remove(at: oldest)
            }
            self.acts = acts + [act]
        }

        /// Keeps a session in place of the oldest one that began with the password, if there are too many: others cannot end those that the
        /// owner has allowed.
        mutating func add(_ session: Session) {
            if sessions.count >= UserSessions.maximum {
                let oldest = sessions.firstIndex { $0.isAllowed != true }
                guard let index = oldest ?? (session.isAllowed == true ? sessions.startIndex : nil) else { return }
                sessions.remove(at: index)
            }
            sessions.append(session)
        }
    }

    private struct State {
        var kept: Kept { didSet { hashes = Set(kept.sessions.map(\.hash)) } }
        /// Those of the sessions: each request looks for one.
        private(set) var hashes: Set<[UInt8]>
        var tokens = SessionTokens()

        init(_ kept: Kept) { (self.kept, hashes) = (kept, Set(kept.sessions.map(\.hash))) }
    }

    /// A further session ends the oldest one that began with the password.
    static let maximum = 256
    /// Half of them are those of the owner. A further act is kept in place of the oldest one of its half.
    static let maximumActs = 500

    private let store: ChatStore
    private let time: any TimeSource
    /// Whether the users' password is that of a file, which has precedence over the one of the store.
    private let hasFile: Bool
    /// Ends the requests that wait: those of ended sessions are among them.
    let onEnd: @Sendable () -> Void
    private let state: Mutex<State>
    let checks = PasswordChecks()

    /// - Parameters:
    ///   - filePassword: the users' password of a file; nil without one. Another one than before ends the sessions.
    ///   - onEnd: called when sessions have ended.
    /// - Throws: `StoreError`: `store-damaged` if the setting is malformed, `busy` if the system has too little memory for a hash.
    init(
        in store: ChatStore, filePassword: [UInt8]? = nil, time: any TimeSource,
        onEnd: @escaping @Sendable () -> Void = {}
    ) throws(StoreError) {
        (self.store, self.time, hasFile, self.onEnd) = (store, time, filePassword != nil, onEnd)
        var kept = try Self.read(store)
        if let filePassword {
            if kept.ofSessions?.matches(filePassword) != true {
                guard let hash = PasswordHash(of: filePassword) else { throw .busy }
                (kept.ofSessions, kept.sessions) = (hash, [])
            }
        } else if kept.ofSessions != kept.passwords[Role.user.rawValue] {
            (kept.ofSessions, kept.sessions) = (kept.passwords[Role.user.rawValue], [])
        }
        state = Mutex(State(kept))
    }

    private static func read(_ store: ChatStore) throws(StoreError) -> Kept {
        guard let bytes = try store.access() else { return Kept() }
        guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)) else {
            throw .damaged(reason: "It cannot be read who may use the node.")
        }
        return kept
    }

    // MARK: Passwords

    func password(of role: Role) -> PasswordHash? {
        state.withLock { role == .user ? $0.kept.ofSessions : $0.kept.passwords[role.rawValue] }
    }

    /// Sets the password of a role, or removes it. The users' sessions and tokens end with their password.
    ///
    /// - Throws: ``Failure`` with `password-in-file`; `StoreError`, with `busy` if the system has too little memory.
    func setPassword(_ password: [UInt8]?, of role: Role) async throws {
        if role == .user, hasFile { throw Failure.passwordInFile }
        var hash: PasswordHash?
        if let password {
            hash = await checks.hash(of: password)
            if hash == nil { throw StoreError.busy }
        }
        let act = act(hash == nil ? "password-removed" : "password-set", of: role.rawValue, by: .terminal)
        try await change { [hash] kept in
            kept.note(act)
            kept.passwords[role.rawValue] = hash
            if role == .user { (kept.ofSessions, kept.sessions) = (hash, []) }
        }
        if role == .user { state.withLock { $0.tokens = SessionTokens() } }
    }

    // MARK: Sessions

    /// The oldest first.
    var all: [Session] { state.withLock { $0.kept.sessions } }

    func contains(_ secret: SessionSecret) -> Bool {
        let hash = Self.hash(of: secret)
        return state.withLock { $0.hashes.contains(hash) }
    }

    /// Begins a session of a user.
    ///
    /// - Parameters:
    ///   - name: what the browser says that it is.
    ///   - password: the users' password when the session was allowed; nil without one.
    ///   - person: who begins it.
    ///   - isAllowed: whether the owner allows it, by a token or a key.
    ///   - isOfPhone: whether it begins at the listener for phones.
    /// - Throws: ``Failure`` with `wrong-password` if the password was changed meanwhile; `StoreError`.
    func begin(
        named name: String, with password: PasswordHash?, by person: Person = .user, isAllowed: Bool = false,
        isOfPhone: Bool = false
    ) async throws -> SessionSecret {
        let secret = SessionSecret.random()
        let session = Session(
            id: String(SessionSecret.random().description.prefix(8)), hash: Self.hash(of: secret),
            begun: time.wall.milliseconds, name: name.oneLine(maximumScalars: Limits.shortFieldScalars),
            isOfPhone: isOfPhone ? true : nil, isAllowed: isAllowed ? true : nil)
        let act = act("session", of: session.name, by: person)
        try await change { kept in
            guard kept.ofSessions == password else { return }
            kept.note(act)
            kept.add(session)
        }
        guard contains(secret) else { throw Failure.wrongPassword }
        return secret
    }

    /// - Returns: whether there was such a session.
    func end(_ id: String, by person: Person) async throws -> Bool {
        guard let session = all.first(where: { $0.id == id }) else { return false }
        let act = act("session-ended", of: session.name, by: person)
        try await change { kept in
            kept.note(act)
            kept.sessions.removeAll { $0.id == id }
        }
        return true
    }

    // MARK: Phones

    /// How long a token of a phone is valid.
    static let tokenLifetime = Duration.seconds(600)

    /// Returns a token that begins one session within ``tokenLifetime``.
    func token() -> SessionSecret {
        let expires = time.monotonic + Self.tokenLifetime
        return state.withLock { $0.tokens.make(expiring: expires) }
    }

    /// Begins a session with a token, which ends with it.
    ///
    /// - Returns: nil for an unknown, expired or used token.
    /// - Throws: `StoreError`.
    func begin(with token: SessionSecret, named name: String, isOfPhone: Bool) async throws -> SessionSecret? {
        let (now, password) = (time.monotonic, password(of: .user))
        guard state.withLock({ $0.tokens.use(token, at: now) }) else { return nil }
        return try await begin(named: name, with: password, isAllowed: true, isOfPhone: isOfPhone)
    }

    var hasPhones: Bool { all.contains { $0.isOfPhone == true } }

    /// Whether phones have sessions, or may begin some.
    var expectsPhones: Bool {
        let now = time.monotonic
        return hasPhones || state.withLock { !$0.tokens.isEmpty(at: now) }
    }

    var phonePort: Int? { state.withLock(\.kept.phonePort) }

    func keepPhonePort(_ port: Int) async throws {
        if port != phonePort { try await change { $0.phonePort = port } }
    }

    // MARK: Acts

    /// The oldest first.
    var acts: [Act] { state.withLock { $0.kept.acts ?? [] } }

    private func act(_ what: String, of: String = "", by person: Person) -> Act {
        Act(
            at: time.wall.milliseconds, by: person, what: what, of: of.oneLine(maximumScalars: Limits.shortFieldScalars)
        )
    }

    /// Keeps that somebody has done something. The act is done already, so a failure of the store, which the store logs, is no error.
    func note(_ what: String, of: String = "", by person: Person) async {
        let act = act(what, of: of, by: person)
        try? await change { $0.note(act) }
    }

    private static func hash(of secret: SessionSecret) -> [UInt8] { Array(SHA256.hash(data: secret.bytes)) }

    /// Changes what is kept, in memory when it is on the disk. The store makes one change after the other.
    private func change(_ body: @escaping @Sendable (inout Kept) -> Void) async throws {
        let changed = Mutex<Kept?>(nil)
        try await store.keepAccess { [self] in
            var kept = state.withLock(\.kept)
            body(&kept)
            changed.withLock { $0 = kept }
            return (try? JSONEncoder().encode(kept)).map(Array.init) ?? []
        } onCommit: { [self] in
            guard let kept = changed.withLock(\.self) else { return }
            let former = state.withLock { state in
                defer { state.kept = kept }
                return state.hashes
            }
            if !former.isSubset(of: kept.sessions.map(\.hash)) { onEnd() }
        }
    }
}
