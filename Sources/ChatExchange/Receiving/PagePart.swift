package import ChatModel
package import ChatStore

/// The part of a peer's log that a page covers, and how much of it the page is shown to have.
package struct PagePart: Hashable, Sendable {
    /// The newest known position before the part.
    package let before: LogPosition
    /// The position at which the page ends.
    package let end: LogPosition
    /// The position from which on the page is complete, as its mark shows; nil if the page is not shown to be complete. It
    /// is behind ``before`` if messages in between could not be read.
    package let completeAfter: LogPosition?

    package init(after before: LogPosition, through end: LogPosition, completeAfter: LogPosition?) {
        (self.before, self.end, self.completeAfter) = (before, end, completeAfter)
    }

    /// Whether the page is shown to have the whole part.
    package var isComplete: Bool { completeAfter == before }

    /// Returns the part with the gaps that remain in it.
    ///
    /// In the complete piece of the part, the digests give the position before each entry. So a message that is not stored is
    /// a gap of its own, and so is a gone entry whose message is not stored. The gap reaches up to the next entry, because
    /// marks say nothing about ids. The other piece is one gap.
    ///
    /// - Parameters:
    ///   - verdicts: one for each entry.
    ///   - isLast: whether the puller will read on from the part's end.
    package func judged(_ entries: [LogPage.Entry], _ verdicts: [JudgedPage.Verdict], isLast: Bool) -> JudgedPage.Part {
        var part = JudgedPage.Part(after: before, through: isLast ? nil : end)
        if !isComplete { part.gaps = [Gap(after: before, through: completeAfter?.id ?? end.id)] }
        var position = completeAfter ?? before
        let lasts = entries.dropFirst().map { LogID.zero.advanced(by: $0.id.rawValue - 1) } + [end.id]
        for ((entry, verdict), last) in zip(zip(entries, verdicts), lasts) {
            switch verdict {
            case .bad where completeAfter != nil: part.gaps.append(Gap(after: position, through: last))
            case .gone where completeAfter != nil:
                guard let digest = entry.digest else { break }
                part.gone.append((digest, Gap(after: position, through: last)))
            case .laterForm: part.laterForms.append(Gap(after: position, first: entry.id, through: last))
            default: break
            }
            if completeAfter != nil, let digest = entry.digest {
                position = LogPosition(id: entry.id, mark: position.mark.appending(digest))
            }
        }
        return part
    }
}
