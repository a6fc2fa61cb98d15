package import ChatModel
package import ChatStore

/// The part of a peer's log that a page covers, and the piece of this part for which the page's mark proves that the
/// page is complete.
package struct PagePart: Hashable, Sendable {
    /// The newest known position before the part.
    package let before: LogPosition
    /// The position at which the page ends.
    package let end: LogPosition
    /// The position after which the page has every entry, as its mark proves; nil if the mark proves nothing. This
    /// position is above ``before`` if messages between the two could not be read.
    package let completeAfter: LogPosition?

    package init(after before: LogPosition, through end: LogPosition, completeAfter: LogPosition?) {
        (self.before, self.end, self.completeAfter) = (before, end, completeAfter)
    }

    /// Whether the page has the whole part, as its mark proves.
    package var isComplete: Bool { completeAfter == before }

    /// Returns the part with the gaps that the page leaves in it.
    ///
    /// In the complete piece of the part, the digests give the position before each entry. So a message that is not
    /// stored is a gap of its own, and so is a gone entry whose message is not stored. The gap reaches up to the next
    /// entry, because marks say nothing about ids. The rest of the part is one gap.
    ///
    /// - Parameters:
    ///   - verdicts: one for each entry.
    ///   - isLast: whether the puller reads on from the part's end. Then the part replaces all later gaps, too.
    package func judged(_ entries: [LogPage.Entry], _ verdicts: [JudgedPage.Verdict], isLast: Bool) -> JudgedPage.Part {
        var part = JudgedPage.Part(after: before, through: isLast ? nil : end)
        if !isComplete { part.gaps = [Gap(after: before, through: completeAfter?.id ?? end.id)] }
        var position = completeAfter ?? before
        if completeAfter != nil { part.positions.reserveCapacity(entries.count) }
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
                part.positions.append(position)
            }
        }
        return part
    }
}
