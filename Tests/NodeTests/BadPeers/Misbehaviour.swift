import ChatModel
import Testing

/// A way in which a peer does not do as it should, and what a node is expected to make of it.
///
/// The peer's log has nine messages, ids 1 to 9, unless it says otherwise; where one spoils the others, it is the fifth.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
    enum Recovery: Sendable {
        /// Once the peer is honest, by itself.
        case byItself
        /// What was not stored is tried again when the node starts.
        case atStart
    }

    let name: String
    /// A part of the one thing that the log says about the peer; nothing where all is allowed.
    var says: String?
    /// Whether the log says besides that the pages are not what their marks say.
    var doesNotAddUp = false
    /// Ids of the messages that arrive although the peer does this.
    var arriving: [UInt64] = [1, 2, 3, 4, 6, 7, 8, 9]
    /// Codes of what is in quarantine, by the peer's id; nothing where there is too much to name.
    var evidence: [UInt64: String]? = [:]
    /// Messages that are counted only.
    var skipped = 0
    var recovery = Recovery.atStart
    /// So many requests come before it is judged.
    var requests = 2

    var makeLog: @Sendable (String) throws -> PeerLog = { try PeerLog($0, ids: 1...9) }
    /// Changes what is served, not what it stands for. It may know the key of the good peer.
    var spoil: @Sendable (inout PeerLog, PublicKey) throws -> Void = { _, _ in }
    var answer: @Sendable (PeerRequest, PeerLog) -> PeerAnswer = { $1.answer($0) }
    /// Instead of answering.
    var closesAtOnce = false

    init(_ name: String, says: String? = nil) {
        self.name = name
        self.says = says
    }

    /// What peers that do as they should are compared with.
    static let none = Misbehaviour("an honest peer").with { $0.arriving = Array(1...9) }

    /// The fifth message.
    static let poison: UInt64 = 5

    var testDescription: String { name }

    func with(_ change: (inout Misbehaviour) -> Void) -> Misbehaviour {
        var copy = self
        change(&copy)
        return copy
    }
}
