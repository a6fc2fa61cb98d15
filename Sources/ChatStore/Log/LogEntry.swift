public import ChatModel

/// An undamaged record of the log: its bytes gave the checksum that was stored with them.
public struct LogEntry: Sendable {
    public enum Body: Sendable {
        case message(Message)
        /// The message has another id now; here, its digest remains.
        case gone(Digest)
    }

    /// What a record has of the erasable values of its message.
    enum Values: UInt8 {
        /// All of them; also if the message has no erasable fields.
        case present = 0
        /// None, because no peer has sent them yet.
        case missing = 1
        /// None, because this node erased them. It does not accept them again.
        case erased = 2
    }

    public let position: LogPosition
    /// The wall clock's reading at the commit.
    public let arrival: UnixTime
    public let body: Body
    /// Whether this node erased the values of the message.
    let isErased: Bool

    public var id: LogID { position.id }

    public var digest: Digest {
        switch body {
        case .message(let message): message.digest
        case .gone(let digest): digest
        }
    }

    /// The entry that remains under this id when the message gets a later one.
    var gone: LogEntry {
        LogEntry(position: position, arrival: arrival, body: .gone(digest), isErased: false)
    }

    /// The state of the message's values; nil if the message is gone.
    var values: Values? {
        guard case .message(let message) = body else { return nil }
        if isErased { return .erased }
        return message.fields.lacksValues ? .missing : .present
    }

    /// Whether the parts of the message give its digest.
    ///
    /// - Complexity: O(bytes); hashes the whole message.
    var hasRightDigest: Bool {
        guard case .message(let message) = body else { return true }
        return message.computedDigest == message.digest
    }

    /// Whether the signature of the message verifies.
    ///
    /// - Complexity: one Ed25519 verification.
    var hasValidSignature: Bool {
        guard case .message(let message) = body else { return true }
        return (try? VerifiedMessage(verifying: message)) != nil
    }
}

extension LogEntry {
    /// - Throws: ``Refusal`` if a part of the message cannot be that of a message.
    public init(_ record: StoredRecord) throws(Refusal) {
        let body: Body =
            switch record.content {
            case .message(let message): .message(try message.unpacked())
            case .gone(let digest): .gone(try Digest(bytes: digest))
            case .listed, .damaged: throw Refusal(.badValue, "The record has no message.")
            }
        self.init(
            position: try record.position, arrival: record.arrival, body: body, isErased: record.isErased)
    }
}

extension StoredRecord {
    public var position: LogPosition {
        get throws(Refusal) { LogPosition(id: id, mark: try Mark(bytes: mark)) }
    }
}
