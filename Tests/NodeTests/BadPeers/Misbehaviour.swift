import ChatModel
import Testing

/// One way in which a peer misbehaves, and what a node must do about it.
///
/// Unless a misbehaviour says otherwise, the peer's log has nine messages with the ids 1 to 9, and the fifth is spoiled.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
    enum Recovery: Sendable {
        /// The node stores everything soon after the peer behaves well.
        case byItself
        /// The node stores everything after its next start.
        case atStart
    }

    /// What the peer does, as a verb phrase: "redirects".
    let name: String
    /// A part of the only warning that the node logs about the peer; nil if the node must log none.
    var warning: String?
    /// Whether the node logs one more warning: that the peer omits messages.
    var isOmissionLogged = false
    /// The ids of the messages that the node stores while the peer misbehaves.
    var storedIDs: [UInt64] = [1, 2, 3, 4, 6, 7, 8, 9]
    /// The number of messages that the node refuses.
    var refused = 0
    /// The ids of the messages that the peer names and that the node cannot get: each is an exception, or becomes one a minute
    /// later. Nil if they depend on how long the peer misbehaves.
    var missingIDs: [UInt64]? = []
    /// Whether the peer claims a long log and brings little of it, so that the other peers wait for the end of the first pull.
    var delaysOthers = false
    var recovery = Recovery.atStart
    /// The number of requests that the peer must get before the node is judged.
    var requests = 2

    /// Makes the log of the peer; its texts begin with the parameter.
    var makeLog: @Sendable (String) throws -> PeerLog = { try PeerLog($0, ids: 1...9) }
    /// Changes the log that is served. The second parameter is the public key of the well-behaved peer.
    var spoil: @Sendable (inout PeerLog, PublicKey) throws -> Void = { _, _ in }
    var answer: @Sendable (PeerRequest, PeerLog) -> PeerAnswer = { $1.answer($0) }
    /// Whether the peer closes each connection instead of answering.
    var closesAtOnce = false

    init(_ name: String, warning: String? = nil) {
        self.name = name
        self.warning = warning
    }

    /// A well-behaved peer, to compare the others with.
    static let none = Misbehaviour("behaves well").with { $0.storedIDs = Array(1...9) }

    /// The id of the spoiled message.
    static let spoiledID: UInt64 = 5

    var testDescription: String { name }

    func with(_ change: (inout Misbehaviour) -> Void) -> Misbehaviour {
        var copy = self
        change(&copy)
        return copy
    }
}
