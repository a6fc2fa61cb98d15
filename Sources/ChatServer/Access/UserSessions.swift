internal import ChatModel
internal import ChatStore
internal import Crypto
internal import Foundation
internal import Synchronization

/// The passwords of a node and the sessions of its users, which the store keeps.
///
/// A session begins with the users' password, or the owner makes it, and it ends with that password. The store has only the hashes of
/// sessions.
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
        /// What the browser says that it is, shortened; for a key, its name.
        let name: String
    }

    private struct Kept: Codable {
        var passwords: [String: PasswordHash] = [:]
        /// The users' password with which the sessions have begun; nil without one.
        var ofSessions: PasswordHash?
        /// The oldest first.
        var sessions: [Session] = []
    }

    private struct State {
        var kept: Kept { didSet { hashes = Set(kept.sessions.map(\.hash)) } }
        /// Those of the sessions: each request looks for one.
        private(set) var hashes: Set<[UInt8]>

        init(_ kept: Kept) { (self.kept, hashes) = (kept, Set(kept.sessions.map(\.hash))) }
    }

    /// A further session ends the oldest one.
    static let maximum = 256

    private let store: ChatStore
    private let time: any TimeSource
    /// Whether the users' password is that of a file, which has precedence over the one of the store.
    private let hasFile: Bool
    private let state: Mutex<State>
    let checks = PasswordChecks()

    /// - Parameter filePassword: the users' password of a file; nil without one. Another one than before ends the sessions.
    /// - Throws: `StoreError`: `store-damaged` if the setting is malformed, `busy` if the system has too little memory for a hash.
    init(in store: ChatStore, filePassword: [UInt8]? = nil, time: any TimeSource) throws(StoreError) {
        (self.store, self.time, hasFile) = (store, time, filePassword != nil)
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

    /// Sets the password of a role, or removes it. The users' sessions end with their password.
    ///
    /// - Throws: ``Failure`` with `password-in-file`; `StoreError`, with `busy` if the system has too little memory.
    func setPassword(_ password: [UInt8]?, of role: Role) async throws {
        if role == .user, hasFile { throw Failure.passwordInFile }
        var hash: PasswordHash?
        if let password {
            hash = await checks.hash(of: password)
            if hash == nil { throw StoreError.busy }
        }
        try await change { [hash] kept in
            kept.passwords[role.rawValue] = hash
            if role == .user { (kept.ofSessions, kept.sessions) = (hash, []) }
        }
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
    ///   - password: the one that was compared; nil for a session that the owner makes.
    /// - Throws: ``Failure`` with `wrong-password` if the password was changed meanwhile; `StoreError`.
    func begin(named name: String, with password: PasswordHash?) async throws -> SessionSecret {
        let secret = SessionSecret.random()
        let session = Session(
            id: String(SessionSecret.random().description.prefix(8)), hash: Self.hash(of: secret),
            begun: time.wall.milliseconds, name: name.oneLine(maximumScalars: Limits.shortFieldScalars))
        try await change { kept in
            guard password == nil || kept.ofSessions == password else { return }
            kept.sessions = (kept.sessions + [session]).suffix(Self.maximum)
        }
        guard contains(secret) else { throw Failure.wrongPassword }
        return secret
    }

    /// - Returns: whether there was such a session.
    func end(_ id: String) async throws -> Bool {
        guard all.contains(where: { $0.id == id }) else { return false }
        try await change { $0.sessions.removeAll { $0.id == id } }
        return true
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
            if let kept = changed.withLock(\.self) { state.withLock { $0.kept = kept } }
        }
    }
}
