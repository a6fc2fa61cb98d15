package import ChatModel
package import ChatStore

/// A message that a peer's log names and that was not stored here when the name was read.
package struct NamedMessage: Hashable, Sendable {
    package let id: LogID
    package let message: UnsettledMessage
    /// The message's origin; nil for an entry of a message that is gone or damaged at the peer: it usually follows in the log.
    package let origin: PublicKey?

    package init(_ id: LogID, _ message: UnsettledMessage, origin: PublicKey?) {
        (self.id, self.message, self.origin) = (id, message, origin)
    }
}

/// The messages that a peer's log names between the settled position and the position up to which it is read, and that are not
/// stored here: a pure value.
struct Wants {
    struct Want {
        let named: NamedMessage
        /// When the peer may be asked; nil for a message that may follow in the log, until its end is read.
        var ready: Duration?
        /// When the peer answered a request for the message. What it has sent, if anything, is being stored.
        var answered: Duration?
        /// Requests for this message alone that have failed, in a row.
        var failures = 0

        var digest: Digest { named.message.digest }
    }

    /// By ascending positions.
    private(set) var all: [Want] = []
    private let pace: Pace

    /// The largest number of wanted messages, after which the log is not read on.
    static let maximum = Limits.listEntries

    init(_ pace: Pace) {
        self.pace = pace
    }

    var room: Int { max(0, Self.maximum - all.count) }

    /// The messages for the store, which keeps the settled position before the first of them that is not stored.
    var unsettled: [UnsettledMessage] { all.map(\.named.message) }

    /// Adds messages of the part of the log that was read last.
    ///
    /// - Parameter ready: when the peer may be asked for a message of this origin.
    mutating func add(_ named: [NamedMessage], ready: (PublicKey) -> Duration) {
        all += named.map { Want(named: $0, ready: $0.origin.map(ready)) }
    }

    /// Removes messages that are stored, refused or exceptions.
    mutating func remove(_ digests: Set<Digest>) {
        if !digests.isEmpty { all.removeAll { digests.contains($0.digest) } }
    }

    /// Forgets the messages before the settled position.
    mutating func settled(at position: LogPosition) {
        all.removeAll { $0.named.id <= position.id }
    }

    /// Forgets all messages: the log is read again.
    mutating func clear() { all = [] }

    /// The end of the log is read, so what may follow there has not followed.
    mutating func endIsRead(at now: Duration) {
        for index in all.indices where all[index].ready == nil { all[index].ready = now }
    }

    // MARK: Asking

    /// Returns the messages for which the peer should be asked now, at most `limit`.
    func due(at now: Duration, limit: Int) -> [Want] {
        Array(all.lazy.filter { $0.answered == nil && $0.ready.map { $0 <= now } == true }.prefix(limit))
    }

    /// The peer has looked for these messages.
    mutating func wereAnswered(_ digests: Set<Digest>, at now: Duration) {
        for index in all.indices where digests.contains(all[index].digest) { all[index].answered = now }
    }

    /// A request for one message alone has failed.
    mutating func failed(_ digest: Digest) {
        for index in all.indices where all[index].digest == digest { all[index].failures += 1 }
    }

    /// Returns the messages that become exceptions now.
    func exceptions(at now: Duration, since wall: UnixTime) -> [PeerException] {
        all.compactMap { want in
            let reason: PeerException.Reason? =
                if want.failures >= pace.failuresOfOne {
                    .failing
                } else if let answered = want.answered, answered + pace.absence <= now {
                    .absent
                } else {
                    nil
                }
            return reason.map {
                PeerException(after: want.named.message.before, through: want.named.id, want.digest, $0, since: wall)
            }
        }
    }

    /// When the peer should be asked for the next message, or one becomes an exception; nil if nothing is due later.
    func nextTime(after now: Duration) -> Duration? {
        all.compactMap { want in
            want.answered.map { $0 + pace.absence } ?? (want.failures < pace.failuresOfOne ? want.ready : nil)
        }
        .filter { $0 > now }.min()
    }
}
