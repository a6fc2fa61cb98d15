/// Something that must always hold did not.
public struct Violation: Error, CustomStringConvertible {
    /// Its number in the list of what must always hold:
    ///
    /// 1. what was acknowledged survives; 2. nodes end equal, and quiet; 3. a digest has one id, an id one digest; 4. a
    /// client that polls sees each message once; 5. no cursor is ahead of what is accounted for; 6. no input stops a node;
    /// 7. what is good is never refused; 8. a new message stands behind what its author had seen, and at the same place on
    /// all nodes; 9. what is read and what the status says is what the log holds.
    public let invariant: Int
    public let sentence: String

    init(_ invariant: Int, _ sentence: String) {
        self.invariant = invariant
        self.sentence = sentence
    }

    public var description: String { "Invariant \(invariant) is broken: \(sentence)" }
}
