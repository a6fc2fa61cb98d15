internal import ChatModel
internal import LMDB

// MARK: - The log

extension StoreCheck {
    /// Checks that each record is what was written, continues the chain of marks and is in every index.
    func checkLog(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        var chain = MarkChain()
        let surroundings = Surroundings(tables, in: transaction)
        var gone = 0
        let records = scan(tables.log, in: transaction) { key, bytes in
            let id = UInt64(key)
            let noted = try tables.damagedRecords.get(key, in: transaction)
            let found = try? tables.recordFormat.entry(bytes, at: LogID(key: id))
            guard let entry = found, entry.hasRightDigest else {
                if noted?.isOpen == false { gone += 1 }
                return checkDamaged(id, noted, &chain)
            }
            if !chain.advance(entry.position.mark, entry.digest) {
                note(.message(id, Self.brokenChain(id)))
            }
            if case .message(let message) = entry.body { check(message, entry, surroundings) }
            if entry.values == nil || noted?.isOpen == false { gone += 1 }
            if verifiesSignatures, !entry.hasValidSignature {
                note(
                    .message(
                        id, "The signature of message \(id) does not verify: its origin did not write this message."))
            }
            // The indexes have a noted record as a damaged one: see `checkDamagedRecords`.
            if noted == nil { try tables.indexes.check(entry, self, in: transaction) }
        }
        messages = records - gone
    }

    /// Reports a damaged record as a problem, unless its message has a later id.
    private func checkDamaged(_ id: UInt64, _ noted: DamagedRecord?, _ chain: inout MarkChain) {
        let damage = "Message \(id) is damaged: its bytes are not what was written."
        switch noted?.state {
        case nil:
            unreadable += 1
            note(.message(id, damage))
            chain.skip()
        case .unidentified:
            unreadable += 1
            note(.message(id, "\(damage) The store has noted the damage, and does not know the digest of the message."))
            chain.skip()
        case .wanted(let mark, let digest):
            note(.message(id, "\(damage) The node requests it from its peers."))
            if !chain.advance(mark, digest) { note(.message(id, Self.brokenChain(id))) }
        case .gone(let mark, let digest):
            if !chain.advance(mark, digest) { note(.message(id, Self.brokenChain(id))) }
        }
    }

    private static func brokenChain(_ id: UInt64) -> String {
        "The mark of message \(id) does not continue the chain of marks."
    }

    /// The values with which the records are compared.
    private struct Surroundings {
        /// The largest stamps; ``Stamp/latest`` if they cannot be read.
        let largestStamp: Stamp
        let largestShown: Stamp

        /// Reads the values. If one cannot be read, another part of ``StoreCheck`` reports that.
        init(_ tables: Tables, in transaction: borrowing ReadTransaction) {
            func largest(_ name: Meta) -> Stamp {
                (try? tables.meta.get(name, in: transaction) ?? 0).map(Stamp.init(rawValue:)) ?? .latest
            }
            largestStamp = largest(.largestStamp)
            largestShown = largest(.largestShown)
        }
    }

    private func check(_ message: Message, _ entry: LogEntry, _ surroundings: Surroundings) {
        check(message.stamp, against: surroundings.largestStamp, "stamp")
        check(
            message.stamp.displayStamp(arrival: entry.arrival), against: surroundings.largestShown, "display stamp")
    }

    private func check(_ stamp: Stamp, against largest: Stamp, _ label: String) {
        guard stamp > largest, exceeded.insert(label).inserted else { return }
        note(
            .bookkeeping(
                "The stored largest \(label) \(largest.rawValue) is below a message's \(label), \(stamp.rawValue)."))
    }
}

/// Verifies that the marks of successive records form a chain.
///
/// After a wrong mark it accepts records that continue from that mark or from the right one, so one changed mark is one
/// problem.
private struct MarkChain {
    /// The marks from which the next record may continue; nil if the record before is damaged.
    private var candidates: [Mark]? = [.zero]

    /// Accepts any mark for the next record, because this one is damaged and its mark is not known.
    mutating func skip() { candidates = nil }

    /// - Returns: whether the record's mark continues the chain.
    mutating func advance(_ mark: Mark, _ digest: Digest) -> Bool {
        let right = candidates?.map { $0.appending(digest) }
        let fits = right?.contains(mark) ?? true
        candidates = [mark] + (fits ? [] : right ?? [])
        return fits
    }
}
