public import ChatModel
internal import LMDB

/// A part of a peer's log that the settled position may pass although it is not stored: a row of the store.
///
/// A message that the peer names and does not deliver is asked for again by its digest. Of a part that no list shows, the
/// digests are not known: the log is read again from there.
public struct PeerException: Hashable, Sendable {
    public enum Reason: UInt8, Sendable {
        /// The peer was asked and did not deliver the message.
        case absent = 1
        /// Requests for the message alone have failed.
        case failing = 2
        /// No list shows this part of the log.
        case unread = 3
        /// Messages of this part are not stored because of what this node has taken in of their origins today.
        case waiting = 4
    }

    /// The position of the entry before.
    public let before: LogPosition
    /// The last id of the part.
    public var last: LogID
    /// The digest of the one message; nil for a part that no list shows.
    public let digest: Digest?
    public let reason: Reason
    public let since: UnixTime

    public init(after before: LogPosition, through last: LogID, _ digest: Digest?, _ reason: Reason, since: UnixTime) {
        (self.before, self.last, self.digest, self.reason, self.since) = (before, last, digest, reason, since)
    }
}

/// The table key of an exception: length of the peer id (1 byte), peer id, the id before it (8 bytes).
struct ExceptionKey: TableKey, Hashable {
    let peer: [UInt8]
    let before: UInt64

    init(_ peer: PeerID, after id: LogID) {
        (self.peer, before) = (peer.bytes, id.rawValue)
    }

    /// The exceptions of a peer that begin after an id or later.
    static func range(of peer: PeerID, from id: LogID = .zero) -> KeyRange<ExceptionKey> {
        .from(
            ExceptionKey(peer, after: id),
            through: ExceptionKey(peer, after: LogID.zero.advanced(by: Limits.highestID)))
    }

    var encodedByteCount: Int { peer.count + 9 }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(UInt8(peer.count))
        bytes.append(peer)
        bytes.append(bigEndian: before)
    }

    init(decoding bytes: RawSpan) throws {
        let length = Int(try bytes.bigEndian(at: 0, as: UInt8.self))
        try bytes.requireCount(1 + length + 8)
        peer = try bytes.array(1..<1 + length)
        before = try bytes.bigEndian(at: 1 + length)
    }
}

/// The other parts of an exception as bytes, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 16 | the mark of the position before |
/// | 16 ..< 24 | the last id |
/// | 24 ..< 32 | since when it is an exception, milliseconds since 1970 |
/// | 32 | the reason |
/// | 33 ..< 65 | the digest; absent for a part that no list shows |
struct ExceptionRecord: TableValue {
    private let exception: PeerException

    init(_ exception: PeerException) {
        self.exception = exception
    }

    func encoded() -> [UInt8] {
        var bytes = exception.before.mark.bytes
        bytes.append(bigEndian: exception.last.rawValue)
        bytes.append(bigEndian: exception.since.milliseconds)
        bytes.append(exception.reason.rawValue)
        return bytes + (exception.digest?.bytes ?? [])
    }

    /// The id of the position before stands in the key.
    init(decoding bytes: RawSpan) throws {
        guard let last = LogID(rawValue: try bytes.bigEndian(at: 16)),
            let reason = PeerException.Reason(rawValue: try bytes.bigEndian(at: 32))
        else { throw MalformedRecord() }
        exception = PeerException(
            after: LogPosition(id: .zero, mark: try Mark(bytes: bytes.array(0..<16))), through: last,
            bytes.byteCount == 33 ? nil : try Digest(bytes: bytes.array(from: 33)), reason,
            since: UnixTime(milliseconds: try bytes.bigEndian(at: 24)))
    }

    /// Returns the exception with its key; nil if the two contradict each other.
    func exception(_ key: ExceptionKey) -> PeerException? {
        guard let before = LogID(rawValue: key.before), before < exception.last else { return nil }
        return PeerException(
            after: LogPosition(id: before, mark: exception.before.mark), through: exception.last, exception.digest,
            exception.reason, since: exception.since)
    }
}

extension Tables {
    /// Returns the exceptions of a peer that begin after an id or later, at most `limit`, by ascending ids.
    func exceptions(
        of peer: PeerID, from id: LogID = .zero, limit: Int = Limits.exceptions,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [PeerException] {
        var found: [PeerException] = []
        try exceptions.scan(ExceptionKey.range(of: peer, from: id), in: transaction, limit: limit) { key, record in
            if let exception = record.exception(key) { found.append(exception) }
            return .next
        }
        return found
    }

    /// Returns what this node has of a peer's log. With too many exceptions, and before a part that no list shows, it has less than
    /// up to the settled position.
    func claim(
        of peer: PeerID, _ record: PeerRecord, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> SettledClaim {
        var claim = SettledClaim(settled: record.cursors.settled)
        guard record.exceptions > 0 else { return claim }
        for (index, exception) in try exceptions(of: peer, limit: Limits.lackedIDs + 1, in: transaction).enumerated()
        where exception.before.id < claim.settled.id {
            guard let digest = exception.digest, index < Limits.lackedIDs else {
                claim.settled = exception.before
                break
            }
            // The message may have come from elsewhere since.
            let isStored = try digestIndex.get(digest, in: transaction)?.isStored(withValues: false) == true
            if !isStored { claim.lacks.append(exception.last) }
        }
        return claim
    }

    /// Adds exceptions. Without room, the last one that the peer has grows over them, and its part of the log is read again.
    func add(
        _ new: [PeerException], of peer: PeerID, _ count: inout UInt64, in transaction: inout WriteTransaction
    ) throws {
        for exception in new {
            let key = ExceptionKey(peer, after: exception.before.id)
            let present = try exceptions.get(key, in: transaction)?.exception(key)
            // A part that begins with the same entry covers the message.
            if let present, present.digest == nil, present.last >= exception.last { continue }
            let isNew = present == nil
            guard isNew, count >= Limits.exceptions else {
                try exceptions.put(key, ExceptionRecord(exception), in: &transaction)
                if isNew { count += 1 }
                continue
            }
            guard let last = try exceptions.last(ExceptionKey.range(of: peer), in: transaction),
                let highest = last.value.exception(last.key)
            else { throw MalformedRecord() }
            let from = exception.before.id < highest.before.id ? exception.before : highest.before
            let grown = PeerException(
                after: from, through: max(highest.last, exception.last), nil, .unread, since: exception.since)
            try exceptions.delete(last.key, in: &transaction)
            try exceptions.put(ExceptionKey(peer, after: from.id), ExceptionRecord(grown), in: &transaction)
        }
    }

    /// Adds a part of the log with messages that wait: the last exception grows over it if there such messages wait, too.
    func wait(
        _ part: PeerException, of peer: PeerID, _ count: inout UInt64, in transaction: inout WriteTransaction
    ) throws {
        if let last = try exceptions.last(ExceptionKey.range(of: peer), in: transaction),
            var exception = last.value.exception(last.key), exception.reason == .waiting
        {
            exception.last = max(exception.last, part.last)
            try exceptions.put(last.key, ExceptionRecord(exception), in: &transaction)
        } else {
            try add([part], of: peer, &count, in: &transaction)
        }
    }

    /// Removes exceptions, except one that has grown since it was read.
    func remove(
        _ old: [PeerException], of peer: PeerID, _ count: inout UInt64, in transaction: inout WriteTransaction
    ) throws {
        for exception in old {
            let key = ExceptionKey(peer, after: exception.before.id)
            guard try exceptions.get(key, in: transaction)?.exception(key)?.digest == exception.digest else { continue }
            if try exceptions.delete(key, in: &transaction) { count -= min(count, 1) }
        }
    }

    /// Forgets how far the peers' logs were read: other rules decide from now on what is stored of them. Each is read from its
    /// start.
    func forgetPositions(in transaction: inout WriteTransaction) throws {
        try exceptions.clear(in: &transaction)
        var records: [([UInt8], PeerRecord)] = []
        try peers.scan(in: transaction) { peer, record in
            records.append((peer, record.withoutPositions))
            return .next
        }
        for (peer, record) in records { try peers.put(peer, record, in: &transaction) }
    }
}
