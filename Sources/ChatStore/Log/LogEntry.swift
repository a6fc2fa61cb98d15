public import ChatModel

/// An undamaged record of the log: its bytes gave the checksum that was stored with them.
public struct LogEntry: Sendable {
    public enum Body: Sendable {
        case message(Message)
        /// The message body was dropped; the digest remains.
        case gone(Digest)
    }

    public let position: LogPosition
    /// The wall clock's reading at the commit.
    let commitTime: UnixTime
    /// The commit time, or an earlier time if the wall clock was set back after the commit: see ``Arrivals``.
    public let arrival: UnixTime
    public let body: Body

    public var id: LogID { position.id }

    var digest: Digest {
        switch body {
        case .message(let message): message.digest
        case .gone(let digest): digest
        }
    }

    /// Whether the parts of the message give its digest.
    ///
    /// - Complexity: O(bytes); hashes the whole message.
    var hasRightDigest: Bool {
        guard case .message(let message) = body else { return true }
        return message.computedDigest == message.digest
    }
}
