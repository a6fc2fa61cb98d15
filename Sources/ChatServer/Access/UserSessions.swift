internal import ChatModel
internal import ChatStore
internal import Crypto
internal import Foundation
internal import Synchronization

/// The passwords of a node and the sessions of its users, which the store keeps.
///
/// A session has begun with a password or with a code for a phone. The store has the hashes of their tokens only.
final class UserSessions: Sendable {
    /// What a password makes of whoever has it.
    enum Role: String, Codable {
        case user, owner
    }

    struct Session: Codable, Hashable {
        /// What the owner names it by, 8 characters.
        let id: String
        /// The SHA-256 of the token.
        let hash: [UInt8]
        /// In milliseconds since 1970.
        let begun: UInt64
        /// What the browser says that it is, shortened.
        let name: String
    }

    private struct Kept: Codable {
        var passwords: [String: PasswordHash] = [:]
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
    /// The password of a file, which has precedence over the one of the store.
    private let given: PasswordHash?
    private let state: Mutex<State>
    let checks = PasswordChecks()

    /// - Throws: `StoreError`.
    init(in store: ChatStore, given: PasswordHash? = nil, time: any TimeSource) throws(StoreError) {
        (self.store, self.given, self.time) = (store, given, time)
        let bytes = try store.access()
        state = Mutex(State((try? JSONDecoder().decode(Kept.self, from: Data(bytes ?? []))) ?? Kept()))
    }

    // MARK: Passwords

    func password(of role: Role) -> PasswordHash? {
        role == .user && given != nil ? given : state.withLock { $0.kept.passwords[role.rawValue] }
    }

    /// Sets the password of a role, or removes it. The users' sessions end with their password.
    ///
    /// - Throws: ``Failure`` with `busy` if the system has too little memory; `StoreError`.
    func setPassword(_ password: [UInt8]?, of role: Role) async throws {
        var hash: PasswordHash?
        if let password {
            hash = await checks.hash(of: password)
            if hash == nil { throw StoreError.busy }
        }
        state.withLock { [hash] state in
            state.kept.passwords[role.rawValue] = hash
            if role == .user { state.kept.sessions = [] }
        }
        try await save()
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
    /// - Parameter name: what the browser says that it is.
    func begin(named name: String) async throws -> SessionSecret {
        let secret = SessionSecret.random()
        let session = Session(
            id: String(SessionSecret.random().description.prefix(8)), hash: Self.hash(of: secret),
            begun: time.wall.milliseconds,
            name: name.oneLine(maximumScalars: Limits.shortFieldScalars))
        state.withLock { $0.kept.sessions = ($0.kept.sessions + [session]).suffix(Self.maximum) }
        try await save()
        return secret
    }

    /// - Returns: whether there was such a session.
    func end(_ id: String) async throws -> Bool {
        let isEnded = state.withLock { state in
            let count = state.kept.sessions.count
            state.kept.sessions.removeAll { $0.id == id }
            return state.kept.sessions.count < count
        }
        if isEnded { try await save() }
        return isEnded
    }

    private static func hash(of secret: SessionSecret) -> [UInt8] { Array(SHA256.hash(data: secret.bytes)) }

    /// Stores what is kept at the time of the commit, so that no later change is lost.
    private func save() async throws {
        try await store.keepAccess { [self] in
            (try? JSONEncoder().encode(state.withLock(\.kept))).map(Array.init) ?? []
        }
    }
}
