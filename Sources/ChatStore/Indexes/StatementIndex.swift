internal import ChatModel
internal import LMDB
internal import Synchronization

/// The statements about members by the digests of their messages, of each group apart.
///
/// An entry stays when its message gets a later id, and when its record is damaged: a failing disk neither admits nor removes
/// anybody.
struct StatementIndex: LogIndex {
    private let table: Table<GroupKey<Digest>, StatementRecord>
    private let digests: DigestIndex

    init(in transaction: borrowing some Transaction & ~Copyable) throws {
        table = try Table("statements", in: transaction)
        digests = try DigestIndex(in: transaction)
    }

    /// The number of statements of all groups. O(1).
    func count(in transaction: borrowing some Transaction & ~Copyable) throws -> Int {
        try table.count(in: transaction)
    }

    /// Returns the members of the group of a founder.
    ///
    /// - Complexity: O(n) in the statements of the group.
    func membership(
        foundedBy founder: PublicKey, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Membership {
        try Membership(founder: founder).adding(statements(foundedBy: founder, in: transaction))
    }

    /// Returns the statements about the members of the group of a founder.
    ///
    /// - Complexity: O(n) in them.
    func statements(
        foundedBy founder: PublicKey, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [Statement] {
        var statements: [Statement] = []
        try table.scan(GroupKey.range(of: GroupID(founder: founder)), in: transaction) { key, record in
            statements.append(try record.statement(in: key.part))
            return .next
        }
        return statements
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let (key, record) = Self.row(of: entry) else { return }
        try table.put(key, record, in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {}

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let (key, record) = Self.row(of: entry), try table.get(key, in: transaction) != record else { return nil }
        return .bookkeeping("The index of statements about members lacks the statement of message \(entry.id).")
    }

    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        check.scan(table, in: transaction) { key, _ in
            if try digests.get(key.part, in: transaction) == nil {
                check.note(
                    .bookkeeping(
                        "The index of statements about members has the digest \(key.part), which no message has."))
            }
        }
    }

    /// Returns nil for a record without a statement. A message of no group says nothing about members.
    private static func row(of entry: LogEntry) -> (GroupKey<Digest>, StatementRecord)? {
        guard case .message(let message) = entry.body, message.group != .none, let statement = Statement(message)
        else { return nil }
        return (GroupKey(message.group, message.digest), StatementRecord(statement))
    }
}

/// The membership and the node's own admission as they were read last. Statements are only added, so their number identifies a membership.
final class LastMembership: Sendable {
    private let last = Mutex<(statements: Int, membership: Membership)?>(nil)

    func value(foundedBy founder: PublicKey, statements: Int) -> Membership? {
        guard let last = last.withLock({ $0 }), last.statements == statements, last.membership.founder == founder
        else { return nil }
        return last.membership
    }

    func keep(_ membership: Membership, statements: Int) {
        last.withLock { $0 = (statements, membership) }
    }

    /// The stamp of the node's own admission as it was read last.
    private let admission = Mutex<(digest: Digest, stamp: Stamp)?>(nil)

    /// Returns the stamp of the node's own admission. Reads it once, because each chat page has it.
    func stamp(of digest: Digest, read: () throws -> Stamp?) rethrows -> Stamp? {
        if let known = admission.withLock({ $0 }), known.digest == digest { return known.stamp }
        guard let stamp = try read() else { return nil }
        admission.withLock { $0 = (digest, stamp) }
        return stamp
    }
}

/// A statement as bytes, by offset:
///
/// | bytes | what |
/// |---|---|
/// | 0 | 1 for an admission, 2 for a removal |
/// | 1 ..< 33 | the key of its author |
/// | 33 ..< 65 | the admitted key, or the digest of the removed admission |
/// | 65 ..< 97 | the digest of the admission above; absent for a removal and for an admission directly below the founder |
struct StatementRecord: TableValue, Hashable {
    private enum Kind: UInt8 {
        case admission = 1
        case removal = 2
    }

    private let kind: Kind
    private let author: PublicKey
    private let subject: [UInt8]
    private let under: Digest?

    init(_ statement: Statement) {
        switch statement {
        case .admission(let admission):
            (kind, author, subject, under) = (.admission, admission.author, admission.key.bytes, admission.under)
        case .removal(let removal):
            (kind, author, subject, under) = (.removal, removal.author, removal.admission.bytes, nil)
        }
    }
}

extension StatementRecord {
    func statement(in message: Digest) throws(MalformedRecord) -> Statement {
        switch kind {
        case .admission:
            guard let key = try? PublicKey(bytes: subject) else { throw MalformedRecord() }
            return .admission(Admission(digest: message, author: author, key: key, under: under))
        case .removal:
            guard let admission = try? Digest(bytes: subject) else { throw MalformedRecord() }
            return .removal(Removal(digest: message, author: author, of: admission))
        }
    }

    func encoded() -> [UInt8] { [kind.rawValue] + author.bytes + subject + (under?.bytes ?? []) }

    init(decoding bytes: RawSpan) throws {
        guard let kind = Kind(rawValue: try bytes.bigEndian(at: 0)) else { throw MalformedRecord() }
        self.kind = kind
        author = try PublicKey(bytes: bytes.array(1..<33))
        subject = try bytes.array(33..<65)
        under = bytes.byteCount == 65 ? nil : try Digest(bytes: bytes.array(from: 65))
    }
}

extension Tables {
    /// Returns what decides which messages of peers the node takes in. O(1).
    func intakeRules(in transaction: borrowing some Transaction & ~Copyable) throws -> IntakeRules {
        IntakeRules(group: try group(in: transaction), statements: try statementIndex.count(in: transaction))
    }

    /// Returns the members of the node's group; nil if the node is in none.
    ///
    /// - Complexity: O(n) in the statements of the group at the first call after a new one, and while a transaction adds some.
    func membership<T: Transaction & ~Copyable>(in transaction: borrowing T) throws -> Membership? {
        guard let founder = try founder(in: transaction) else { return nil }
        let count = try statementIndex.count(in: transaction)
        if let known = lastMembership.value(foundedBy: founder, statements: count) { return known }
        let membership = try statementIndex.membership(foundedBy: founder, in: transaction)
        // What a write adds may never be committed.
        if !T.createsTables { lastMembership.keep(membership, statements: count) }
        return membership
    }
}
