internal import ChatModel
internal import LMDB

/// An entry of the log as bytes, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 | kind: 1 a message, 2 a message whose body was let go |
/// | 1 ..< 9 | arrival, milliseconds since 1970 |
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

    let arrival: UnixTime
    let mark: Mark
    let digest: Digest
    let body: Body

    init(_ message: Message, arrival: UnixTime, mark: Mark) {
        self.arrival = arrival
        self.mark = mark
        digest = message.digest
        body = .message(signature: message.signature, signedForm: message.signedForm)
    }

    /// - Throws: ``MalformedRecord`` or ``Refusal`` where the layout is not kept.
    init(reading bytes: [UInt8]) throws {
        var rest = bytes[...]
        guard let kind = Kind(rawValue: UInt8(bigEndian: try rest.take(1))) else { throw MalformedRecord() }
        arrival = UnixTime(milliseconds: UInt64(bigEndian: try rest.take(8)))
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
        bytes.append(bigEndian: arrival.milliseconds)
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

    /// The arrival in an encoded record, without reading the rest.
    static func arrival(of record: [UInt8]) -> UnixTime? {
        var bytes = record.dropFirst()
        return (try? bytes.take(8)).map { UnixTime(milliseconds: UInt64(bigEndian: $0)) }
    }

    /// The mark in an encoded record, without reading the rest.
    static func mark(of record: [UInt8]) -> Mark? {
        record.count >= 25 ? try? Mark(bytes: record[9..<25]) : nil
    }

    /// The entry, once its bytes have been shown to be those that were stored.
    ///
    /// - Throws: ``MalformedRecord`` where the digest does not fit, whatever byte was changed.
    func entry(at id: LogID) throws -> LogEntry {
        LogEntry(position: LogPosition(id: id, mark: mark), arrival: arrival, body: try entryBody())
    }

    private func entryBody() throws -> LogEntry.Body {
        guard case .message(let signature, let signedForm) = body else { return .gone(digest) }
        let message = try Message(signedForm: signedForm, signature: signature)
        guard message.digest == digest else { throw MalformedRecord() }
        return .message(message)
    }
}

/// Bytes in the log that are not what was stored there.
struct MalformedRecord: Error, CustomStringConvertible {
    let description = "A record contains bytes that are not what was written."
}
