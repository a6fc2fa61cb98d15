internal import ChatModel
internal import Synchronization

/// How much of each member's messages a node takes in: accounts that refill at a constant rate, full at the start. They are kept in
/// memory.
///
/// A message is paid from the account of its origin and from those of all keys above it but the founder, so that nobody gets more by
/// inviting keys. If several admissions count, the one with room pays. A former member and all keys below it share an account of a
/// tenth.
///
/// The deeper a key is below another one, the more it leaves in the account of that one, and a key that has written much leaves more
/// than one that has written little. So a flooding key silences neither the keys above it nor those beside it, and they can remove it.
///
/// An account may be overdrawn by one message. A message without room waits: it is not stored, and its part of the peer's log is read
/// again later.
final class IntakeBudget: Sendable {
    /// What a message is paid as.
    enum Kind: Hashable, Sendable {
        case text
        /// A statement, a deletion or an address record. They have accounts of their own, so that no flood delays the removal of
        /// whoever floods.
        case statement
    }

    fileprivate enum Account: Hashable, Sendable {
        case member(PublicKey)
        case former(PublicKey)
        /// A peer of a node of no group, which knows no members.
        case peer(PeerID)

        /// What part of a member's account it is, as a divisor.
        var share: Int { if case .former = self { 10 } else { 1 } }
    }

    /// Those who can pay for the messages of an origin: one of these lists, each with the origin or the former member last.
    struct Payers: Sendable {
        fileprivate let alternatives: [[Account]]
    }

    private struct State {
        /// When the accounts of each kind are full again, by the monotonic clock. May omit full ones.
        var texts: [Account: Duration] = [:]
        var statements: [Account: Duration] = [:]
        /// The waiting messages of each origin that each peer has named since its log was last read again.
        var waiting: [PeerID: [PublicKey: Int]] = [:]

        subscript(kind: Kind) -> [Account: Duration] {
            _read { if kind == .text { yield texts } else { yield statements } }
            _modify { if kind == .text { yield &texts } else { yield &statements } }
        }
    }

    fileprivate static let period = Duration.seconds(24 * 60 * 60)
    /// The bytes of an account for statements, which refill in a day: about 2500 statements.
    private static let statementBytesPerDay = 1 << 20
    /// The part of an account that each level below leaves to the level above, and half of which a key that has written much leaves to
    /// the others of its level.
    fileprivate static let reserve = period / 20
    /// A key that has used more of its own account has written much.
    fileprivate static let little = period / 100
    /// With more accounts than this, the full ones are removed.
    private static let maximumAccounts = 4096

    /// The bytes of an account of a member, which refill in a day.
    let bytesPerDay: Int
    private let time: any TimeSource
    private let state = Mutex(State())

    init(bytesPerDay: Int, time: any TimeSource) {
        (self.bytesPerDay, self.time) = (bytesPerDay, time)
    }

    /// - Parameter membership: nil for a node of no group.
    func payers(for origin: PublicKey, from peer: PeerID?, in membership: Membership?) -> Payers {
        guard let membership, membership.knows(origin) else {
            return Payers(alternatives: [peer].compactMap { $0.map { [.peer($0)] } })
        }
        return Payers(
            alternatives: membership.ways(to: origin).map { keys in
                guard let last = keys.last, !membership.isMember(last) else { return keys.map(Account.member) }
                return keys.dropLast().map(Account.member) + [.former(last)]
            })
    }

    /// What a message costs.
    struct Cost: Sendable {
        let kind: Kind
        let bytes: Int

        init(_ message: Message) {
            kind = Kind(message)
            bytes = message.fields.all.reduce(Limits.messageOverheadBytes) { $0 + ($1.value?.utf8.count ?? 0) }
        }
    }

    /// Whether a message of a kind may be stored.
    func hasRoom(_ payers: Payers, _ kind: Kind) -> Bool {
        let now = time.monotonic
        return state.withLock { payers.alternative(at: now, in: $0[kind]) != nil }
    }

    /// Makes the accounts full from which an origin's messages are paid.
    func refill(_ payers: Payers) {
        state.withLock { state in
            for account in payers.alternatives.joined() {
                (state.texts[account], state.statements[account]) = (nil, nil)
            }
        }
    }

    /// A peer has named messages of origins that wait.
    func wait(_ origins: [PublicKey], namedBy peer: PeerID) {
        state.withLock { state in
            for origin in origins
            where state.waiting[peer]?[origin] != nil || state.waiting[peer, default: [:]].count < 256 {
                state.waiting[peer, default: [:]][origin, default: 0] += 1
            }
        }
    }

    /// The log of a peer is read again.
    func forgetWaiting(namedBy peer: PeerID) { state.withLock { $0.waiting[peer] = nil } }

    func waits(namedBy peer: PeerID) -> Bool { state.withLock { $0.waiting[peer] != nil } }

    /// The number of messages of each origin that wait: the largest one that a peer has named.
    var waiting: [PublicKey: Int] {
        state.withLock { state in
            state.waiting.values.reduce(into: [:]) { $0.merge($1) { max($0, $1) } }
        }
    }

    /// Pays for a message that was stored.
    func pay(_ cost: Cost, _ payers: Payers) {
        let (kind, now) = (cost.kind, time.monotonic)
        state.withLock { state in
            let open = payers.alternative(at: now, in: state[kind])
            for account in open ?? payers.alternatives.first ?? [] {
                let capacity = (kind == .text ? bytesPerDay : Self.statementBytesPerDay) / account.share
                let time = Self.period * cost.bytes / max(capacity, 1)
                state[kind][account] = max(state[kind][account] ?? now, now) + time
            }
            if state[kind].count > Self.maximumAccounts { state[kind] = state[kind].filter { $0.value > now } }
        }
    }
}

extension IntakeBudget.Payers {
    /// Returns the first list of accounts that all have room; nil without one.
    ///
    /// - Parameter full: when each account is full again.
    fileprivate func alternative(
        at now: Duration, in full: [IntakeBudget.Account: Duration]
    ) -> [IntakeBudget.Account]? {
        alternatives.first { accounts in
            func used(_ account: IntakeBudget.Account) -> Duration { max((full[account] ?? now) - now, .zero) }
            let isLittle = accounts.last.map { used($0) < IntakeBudget.little } == true
            return accounts.indices.allSatisfy { index in
                let levels = accounts.count - 1 - index
                let reserve =
                    IntakeBudget.reserve * levels - (isLittle && levels > 0 ? IntakeBudget.reserve / 2 : .zero)
                return used(accounts[index]) < IntakeBudget.period - reserve
            }
        }
    }
}

extension IntakeBudget.Kind {
    init(_ message: Message) {
        let isStatement = message.fields.all.contains { field in
            // The value of `places` is erasable.
            guard case .kept = field.content else { return field.name == .places }
            return field.name == .admits || field.name == .removes || field.name == .deletes
        }
        self = isStatement ? .statement : .text
    }
}
