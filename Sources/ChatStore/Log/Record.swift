internal import ChatModel
internal import LMDB

/// A record of the log as bytes, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 | kind: 1 a message, 2 a message that is gone |
/// | 1 ..< 9 | commit time: the wall clock's reading at the commit, milliseconds since 1970 |
/// | 9 ..< 25 | mark |
/// | 25 ..< 57 | digest |
/// | 57 ..< 121 | signature; absent in kind 2 |
/// | 121 … | signed form; absent in kind 2 |
struct Record {
    private enum Kind: UInt8 {
        case message = 1
        case gone = 2
    }

    enum Body {
        case message(signature: Signature, signedForm: [UInt8])
        case gone
    }

    let commitTime: UnixTime
    let mark: Mark
    let digest: Digest
    let body: Body

    init(_ message: Message, commitTime: UnixTime, mark: Mark) {
        self.commitTime = commitTime
        self.mark = mark
        digest = message.digest
        body = .message(signature: message.signature, signedForm: message.signedForm)
    }

    /// - Throws: ``MalformedRecord`` or ``Refusal`` if the bytes do not have the layout.
    init(reading bytes: [UInt8]) throws {
        var rest = bytes[...]
        guard let kind = Kind(rawValue: UInt8(bigEndian: try rest.take(1))) else { throw MalformedRecord() }
        commitTime = UnixTime(milliseconds: UInt64(bigEndian: try rest.take(8)))
        mark = try Mark(bytes: rest.take(Mark.byteCount))
        digest = try Digest(bytes: rest.take(Digest.byteCount))
        switch kind {
        case .message:
            body = .message(signature: try Signature(bytes: rest.take(Signature.byteCount)), signedForm: Array(rest))
        case .gone:
            guard rest.isEmpty else { throw MalformedRecord() }
            body = .gone
        }
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(kind.rawValue)
        bytes.append(bigEndian: commitTime.milliseconds)
        bytes += mark.bytes
        bytes += digest.bytes
        if case .message(let signature, let signedForm) = body {
            bytes += signature.bytes
            bytes += signedForm
        }
        return bytes
    }

    private var kind: Kind {
        switch body {
        case .message: .message
        case .gone: .gone
        }
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

    /// Returns the entry after proving with the digest that the message's bytes are what was written.
    ///
    /// - Throws: ``MalformedRecord`` or ``Refusal`` if they are not.
    func entry(at id: LogID, _ arrivals: Arrivals) throws -> LogEntry {
        LogEntry(
            position: LogPosition(id: id, mark: mark), commitTime: commitTime,
            arrival: arrivals.arrival(of: id, commitTime: commitTime), body: try entryBody())
    }

    private func entryBody() throws -> LogEntry.Body {
        guard case .message(let signature, let signedForm) = body else { return .gone(digest) }
        let message = try Message(signedForm: signedForm, signature: signature)
        guard message.digest == digest else { throw MalformedRecord() }
        return .message(message)
    }
}

/// Stored bytes that are not what was written.
struct MalformedRecord: Error, CustomStringConvertible {
    let description = "A record contains bytes that are not what was written."
}
