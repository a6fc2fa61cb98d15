internal import ChatModel
internal import LMDB

/// A record of the log as bytes, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 | kind: 1 a message; 2 a message that is gone; 3 a message whose erasable values this node erased |
/// | 1 ..< 9 | commit time: the wall clock's reading at the commit, milliseconds since 1970 |
/// | 9 ..< 25 | mark |
/// | 25 ..< 57 | digest |
///
/// A message continues with its parts, see ``MessageRecord``. The last 8 bytes of every record are its ``Checksum``.
///
/// The functions here do not check the record: see ``RecordFormat``.
enum Record {
    fileprivate enum Kind: UInt8 {
        case message = 1
        case gone = 2
        case erased = 3
    }

    /// The length of a record that is gone. A record of a message is longer.
    static let leastByteCount = 57 + Checksum.byteCount

    /// Whether a record is later than another one of the same message under the same id: the record says that the
    /// values are erased, and the other one does not. An erased message stays erased.
    static func isLater(_ record: [UInt8], than other: [UInt8]) -> Bool { record[0] > other[0] }

    /// Whether an encoded record says that this node erased the values of its message. Does not check the record.
    static func isErased(_ record: [UInt8]) -> Bool { record.first == Kind.erased.rawValue }

    /// Returns the digest of an encoded record without checking it; nil if the record is too short.
    static func digest(of record: [UInt8]) -> Digest? {
        record.count >= 57 ? try? Digest(bytes: record[25..<57]) : nil
    }

    /// Returns the message that the parts of a damaged record give, with the digest of these parts; nil if they give none.
    /// The parts may be damaged, too: the message counts only if its digest is known or its signature verifies.
    static func salvagedMessage(from record: [UInt8]) -> Message? {
        guard record.count > 57 + Checksum.byteCount else { return nil }
        var rest = record[57...].dropLast(Checksum.byteCount)
        return try? MessageRecord.readChecked(&rest)
    }

    /// Returns the commit time of an encoded record without reading the rest; nil if the record is too short.
    static func commitTime(of record: [UInt8]) -> UnixTime? {
        var bytes = record.dropFirst()
        return (try? bytes.take(8)).map { UnixTime(milliseconds: UInt64(bigEndian: $0)) }
    }

    /// Returns the mark of an encoded record without reading the rest; nil if the record is too short.
    static func mark(of record: [UInt8]) -> Mark? {
        record.count >= 25 ? try? Mark(bytes: record[9..<25]) : nil
    }
}

/// Writes records, reads them, and verifies them with the store's checksum.
struct RecordFormat: Sendable {
    let checksum: Checksum

    func encode(_ entry: LogEntry) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(Self.kind(of: entry).rawValue)
        bytes.append(bigEndian: entry.commitTime.milliseconds)
        bytes += entry.position.mark.bytes
        bytes += entry.digest.bytes
        if case .message(let message) = entry.body { MessageRecord.append(message, to: &bytes) }
        checksum.append(to: &bytes, at: entry.id.rawValue)
        return bytes
    }

    private static func kind(of entry: LogEntry) -> Record.Kind {
        switch entry.body {
        case .message: entry.isErased ? .erased : .message
        case .gone: .gone
        }
    }

    /// Reads the record with an id.
    ///
    /// - Throws: ``MalformedRecord`` or ``Refusal`` if the checksum does not fit the bytes and the id, or if the bytes do
    ///   not have the layout.
    func entry(_ bytes: [UInt8], at id: LogID, _ arrivals: Arrivals) throws -> LogEntry {
        var rest = try checksum.verified(bytes, at: id.rawValue)
        guard let kind = Record.Kind(rawValue: UInt8(bigEndian: try rest.take(1))) else { throw MalformedRecord() }
        let commitTime = UnixTime(milliseconds: UInt64(bigEndian: try rest.take(8)))
        let mark = try Mark(bytes: rest.take(Mark.byteCount))
        let digest = try Digest(bytes: rest.take(Digest.byteCount))
        let body: LogEntry.Body =
            switch kind {
            case .message, .erased: .message(try MessageRecord.read(&rest, digest))
            case .gone: .gone(digest)
            }
        guard rest.isEmpty else { throw MalformedRecord() }
        return LogEntry(
            position: LogPosition(id: id, mark: mark), commitTime: commitTime,
            arrival: arrivals.arrival(of: id, commitTime: commitTime), body: body, isErased: kind == .erased)
    }

    /// Whether the bytes are what the store wrote under this id.
    func isWhole(_ record: [UInt8], at id: UInt64) -> Bool { (try? checksum.verified(record, at: id)) != nil }
}

/// Stored bytes that are not what was written.
struct MalformedRecord: Error, CustomStringConvertible {
    let description = "A record contains bytes that are not what was written."
}
