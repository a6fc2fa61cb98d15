/// An invariant that a run has broken.
public struct Violation: Error, CustomStringConvertible {
    /// The number of the invariant:
    ///
    /// 1. An acknowledged message is never lost.
    /// 2. All nodes end with the same messages, except those of strangers, and then send no more.
    /// 3. A digest has one id, and a client never gets an id again that it knows, whichever store the node has.
    /// 4. A client that polls sees each message once.
    /// 5. A node has every message up to its cursor in a peer's log, or will request it again.
    /// 6. No input stops a node.
    /// 7. A good message is never refused.
    /// 8. A new message comes after all messages that its author had seen, and in the same order at all nodes.
    /// 9. Reads and the status agree with the log.
    /// 10. A node stores no message of another group, and keeps its group.
    /// 11. A damaged message that a peer has undamaged is stored again, and nothing is written over a damaged record.
    /// 12. A post that is repeated with its post key is stored once more only if the node does not have its message.
    /// 13. A paused or removed peer gets no page and is asked for none. The cursor of its log is kept.
    /// 14. Nodes with the same messages show the same, which is what the relations of the messages have made of them.
    public let invariant: Int
    public let sentence: String

    init(_ invariant: Int, _ sentence: String) {
        self.invariant = invariant
        self.sentence = sentence
    }

    public var description: String { "Invariant \(invariant) is broken: \(sentence)" }
}
