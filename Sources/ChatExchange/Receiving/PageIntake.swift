package import ChatModel
package import ChatStore
internal import ChatXML

/// The receiving end of a page: reads its bytes and judges its entries.
///
/// A page comes from a peer's log; later it may also come from a file or by POST.
package final class PageIntake: Sendable {
    let store: ChatStore

    package init(_ store: ChatStore) {
        self.store = store
    }

    /// Reads a page of a log. Signatures are not verified yet.
    ///
    /// - Throws: `PullFailure` if the bytes are no page, if the page breaks off, or if its head names another group than this
    ///   node's; `storeNotRead` if the store cannot say which group that is.
    package func read(_ bytes: [UInt8]) async throws(PullFailure) -> LogPage {
        try await Self.read(bytes, in: group())
    }

    /// Reads a page of the log of a node of a group.
    ///
    /// - Throws: as ``read(_:)``.
    package static func read(_ bytes: [UInt8], in group: GroupID) async throws(PullFailure) -> LogPage {
        do throws(PageError) {
            return try await ParsingQueue.run(bytes) { bytes throws(PageError) in
                try LogPageReader.read(bytes, in: group)
            }
        } catch {
            throw PullFailure(error, readIn: group)
        }
    }

    private func group() throws(PullFailure) -> GroupID {
        do throws(StoreError) {
            return try store.group()
        } catch {
            throw .storeNotRead(error.code)
        }
    }
}

/// The entries of a page, with a verdict on each.
package struct JudgedEntries: Sendable {
    package let entries: [LogPage.Entry]
    /// One verdict for each entry, in their order.
    package let verdicts: [JudgedPage.Verdict]
    /// The rules by which the entries were judged.
    package let rules: IntakeRules?

    package init(_ entries: [LogPage.Entry], _ verdicts: [JudgedPage.Verdict], by rules: IntakeRules?) {
        (self.entries, self.verdicts, self.rules) = (entries, verdicts, rules)
    }
}
