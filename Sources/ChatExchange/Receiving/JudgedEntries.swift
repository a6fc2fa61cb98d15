package import ChatModel
package import ChatStore

/// The entries of a page, with a verdict on each.
package struct JudgedEntries: Sendable {
    package let entries: [LogPage.Entry]
    /// One verdict for each entry, in their order.
    package let verdicts: [JudgedPage.Verdict]
    /// The node's group when the entries were judged.
    package let group: GroupID

    package init(_ entries: [LogPage.Entry], _ verdicts: [JudgedPage.Verdict], in group: GroupID) {
        self.entries = entries
        self.verdicts = verdicts
        self.group = group
    }
}
