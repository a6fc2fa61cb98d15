public import ChatModel
public import ChatStore

/// A fact about a peer, or about pulling, that the node's owner should read. It is given once until it has changed.
///
/// The program writes the sentence.
public enum Notice: Hashable, Sendable {
    // MARK: About one peer

    case failing(PullFailure)
    /// A peer that has answered before does not answer now: its machine is off or asleep, or one of the two machines has no
    /// network. This is normal, and a person has nothing to do.
    case offline(PullFailure)
    /// The peer answers again after it was failing or offline.
    case answering
    /// The peer's log was restored from a backup or replaced: it does not have the cursor's newest position.
    case restored
    /// The address of the peer leads back to this node.
    case thisNode
    /// The peer has this node's key and is another process.
    case clone
    /// The peer sends messages that cannot be stored. The values are the id of the first such message, and what is wrong with
    /// it.
    case badMessages(first: LogID, Refusal)
    /// The peer has messages of a later form, which only a newer program can read. The values are the id of the first such
    /// message, and its form.
    case laterForm(first: LogID, form: UInt64)
    /// The marks of the peer's pages prove that the peer omits messages, from this id on.
    case omitsMessages(from: LogID)
    /// The peer has sent more stored messages in one pass than this node has.
    case repeating
    /// Messages of this origin wait: this node has taken in as much of them as it does in a day.
    case waiting(origin: PublicKey)
    /// The store could not apply a page of the peer.
    case notStored(StoreError)
    /// The store applies pages of the peer again.
    case storing
    /// The store could not read the peer's cursor.
    case cursorNotRead(StoreError)
    /// The peer is in no group, and this node is in one. The peer accepts no message of this node, and this node stores
    /// only messages of members.
    case withoutGroup(own: GroupID)
    /// The peer has sent this number of messages that were damaged in this node's store. They are stored again.
    case healed(Int)

    /// The peer's clock and this node's differ. The name is the one that the peer claims.
    case clocksDiffer(ClockDifference, name: String?)

    /// Whether the notice reports a problem, and neither something normal nor the end of a problem.
    public var isProblem: Bool {
        switch self {
        case .offline, .answering, .storing, .healed: false
        default: true
        }
    }
}
