internal import ChatModel
internal import LMDB

/// A record of the log as bytes, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 | kind: 1 a message; 2 a message that is gone; 3 a message whose erasable values this node erased |
/// | 1 ..< 7 | arrival: the wall clock at the commit, milliseconds since 1970; at most 2⁴⁸ − 1, in the year 10889 |
/// | 7 ..< 23 | mark |
/// | 23 … | the `PackedMessage`, which begins with the digest; of a message that is gone only the digest (32 bytes) |
///
/// The last 8 bytes of every record are its ``Checksum``.
///
/// A value of this type is an undamaged record without its checksum. The static functions do not check the record.
struct Record: Sendable {
    enum Kind: UInt8 {
        case message = 1
        case gone = 2
        case erased = 3
    }

    let kind: Kind
    private let bytes: ArraySlice<UInt8>

    /// The length of a record that is gone. A record of a message is longer.
    static let leastByteCount = goneByteCount + Checksum.byteCount

    private static let goneByteCount = 55
    private static let latestArrival: UInt64 = (1 << 48) - 1

    var byteCount: Int { bytes.count }

    /// - Parameter bytes: a record without its checksum.
    /// - Throws: ``MalformedRecord`` if the bytes do not have the layout.
    fileprivate init(_ bytes: ArraySlice<UInt8>) throws(MalformedRecord) {
        guard bytes.count >= Self.goneByteCount, let kind = Kind(rawValue: bytes[0]),
            kind == .gone ? bytes.count == Self.goneByteCount : PackedMessage.hasLayout(bytes[23...])
        else { throw MalformedRecord() }
        self.kind = kind
        self.bytes = bytes
    }

    var arrival: UnixTime { UnixTime(milliseconds: UInt64(bigEndian: bytes[1..<7])) }
    var mark: ArraySlice<UInt8> { bytes[7..<23] }
    var digest: ArraySlice<UInt8> { bytes[23..<55] }
    /// The message of a record that is not gone.
    var message: PackedMessage { PackedMessage(whole: bytes[23...]) }
}

// MARK: - Damaged records

extension Record {
    /// Whether a record is later than another one of the same message under the same id: the record says that the
    /// values are erased, and the other one does not. An erased message stays erased.
    static func isLater(_ record: [UInt8], than other: [UInt8]) -> Bool { record[0] > other[0] }

    /// Whether an encoded record says that this node erased the values of its message. Does not check the record.
    static func isErased(_ record: [UInt8]) -> Bool { record.first == Kind.erased.rawValue }

    /// Returns the digest of an encoded record without checking it; nil if the record is too short.
    static func digest(of record: [UInt8]) -> Digest? {
        record.count >= goneByteCount ? try? Digest(bytes: record[23..<55]) : nil
    }

    /// Returns the message that the parts of a damaged record give, with the digest of these parts; nil if they give none.
    /// The parts may be damaged, too: the message counts only if its digest is known or its signature verifies.
    static func salvagedMessage(from record: [UInt8]) -> Message? {
        guard record.count > leastByteCount, case let message = record[23...].dropLast(Checksum.byteCount),
            PackedMessage.hasLayout(message)
        else { return nil }
        return try? PackedMessage(whole: message).unpackedChecked()
    }

    /// Returns the arrival of an encoded record without reading the rest; nil if the record is too short.
    static func arrival(of record: [UInt8]) -> UnixTime? {
        record.count >= 7 ? UnixTime(milliseconds: UInt64(bigEndian: record[1..<7])) : nil
    }

    /// Returns the mark of an encoded record without reading the rest; nil if the record is too short.
    static func mark(of record: [UInt8]) -> Mark? {
        record.count >= 23 ? try? Mark(bytes: record[7..<23]) : nil
    }
}

// MARK: - Writing and reading

extension Record {
    init(_ entry: LogEntry) {
        (kind, bytes) = (Kind(entry), Self.encode(entry)[...])
    }

    /// Returns a record without its checksum.
    fileprivate static func encode(_ entry: LogEntry) -> [UInt8] {
        var bytes = [Kind(entry).rawValue]
        let milliseconds = min(entry.arrival.milliseconds, latestArrival)
        bytes.append(bigEndian: UInt16(milliseconds >> 32))
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: milliseconds))
        bytes += entry.position.mark.bytes
        switch entry.body {
        case .message(let message): PackedMessage.append(message, to: &bytes)
        case .gone(let digest): bytes += digest.bytes
        }
        return bytes
    }
}

extension Record.Kind {
    fileprivate init(_ entry: LogEntry) {
        self =
            switch entry.body {
            case .message: entry.isErased ? .erased : .message
            case .gone: .gone
            }
    }
}

/// Writes records, reads them, and verifies them with the store's checksum.
struct RecordFormat: Sendable {
    let checksum: Checksum

    func encode(_ entry: LogEntry) -> [UInt8] {
        var bytes = Record.encode(entry)
        checksum.append(to: &bytes, at: entry.id.rawValue)
        return bytes
    }

    /// Reads the record with an id.
    ///
    /// - Throws: as ``record(_:at:)``; ``Refusal`` if a part of the message cannot be that of a message.
    func entry(_ bytes: [UInt8], at id: LogID) throws -> LogEntry {
        try LogEntry(record(bytes, at: id))
    }

    /// Reads the record with an id and leaves its message packed.
    ///
    /// - Throws: ``MalformedRecord`` if the checksum does not fit the bytes and the id, or if the bytes do not have the
    ///   layout.
    func record(_ bytes: [UInt8], at id: LogID) throws(MalformedRecord) -> StoredRecord {
        StoredRecord(try Record(checksum.verified(bytes, at: id.rawValue)), at: id)
    }

    /// Whether the bytes are what the store wrote under this id.
    func isWhole(_ record: [UInt8], at id: UInt64) -> Bool { (try? checksum.verified(record, at: id)) != nil }
}

/// Stored bytes that are not what was written.
struct MalformedRecord: Error, CustomStringConvertible {
    let description = "A record contains bytes that are not what was written."
}
