public import ChatModel

/// Something about a peer that a person should read, said once and not again until it has changed.
public enum Notice: Hashable, Sendable {
    /// The peer failed; why.
    case failing(String)
    /// The peer answers again.
    case answering
    /// The peer's log is not the one that was read before.
    case restored
    /// The address leads back to this node.
    case myself
    /// Another process runs under this node's key.
    case clone
    /// Messages that are not good came and were kept as evidence, or counted.
    case badMessages(String)
    /// The peer's pages are not all that their marks say; from which id on.
    case leavesOut(LogID)
    /// The peer sends again and again what is here already.
    case repeating
    /// What came could not be stored; why.
    case notStored(String)
    /// Storing works again.
    case storing
    /// A node pulls from this one and is not pulled from.
    case onlyAsks(PublicKey)
    /// A peer is pulled from and has never asked.
    case neverAsks(PublicKey)
    /// Peers say that they are the same node.
    case sharedKey(PublicKey, peers: String)

    public var sentence: String {
        switch self {
        case .failing(let why):
            "No messages come from this peer for now; it is asked again, at least once a minute. \(why)"
        case .answering: "The peer answers again."
        case .restored: "The peer's log was restored or replaced; going on from the newest common message."
        case .myself: "This peer is the node itself; take its address off the --peer list."
        case .clone:
            "Another node runs under this node's key, probably from a copy of its folder. Both go on; to make the "
                + "copy a node of its own, stop it, move its node.key away and start it once with --new-key."
        case .badMessages(let why):
            "Not all that this peer sends is good. The rest is stored; what is not good is left out and tried again once "
                + "a day and at each start of this node; the peer's owner should know. The first is \(why)"
        case .leavesOut(let id):
            "What the peer sends does not add up: from id \(id) on messages are left out, or were changed. What it sends "
                + "is stored, and the rest is asked for again once a day and at each start of this node. Its store may be "
                + "damaged: its owner should stop it and run tidings check there."
        case .repeating: "The peer sends more messages that are here already than there are; slowing down."
        case .notStored(let why): "Messages from this peer cannot be stored: \(why)"
        case .storing: "Messages from this peer are stored again."
        case .onlyAsks(let key):
            "The node \(key) pulls from this one, which does not pull from it: what is written there does not come "
                + "here. Start this node with its address as --peer too."
        case .neverAsks(let key):
            "The node \(key) has never pulled from this one: what is written here does not reach it. Start it with "
                + "this node's address as --peer too."
        case .sharedKey(let key, let peers):
            "The peers \(peers) all say that they are the node \(key). All is well if they are ways to one node. If "
                + "not, one runs from a copy of another's folder, or lies; messages are taken from each."
        }
    }

    /// Whether it tells of trouble.
    public var isTrouble: Bool {
        switch self {
        case .answering, .storing: false
        default: true
        }
    }
}
