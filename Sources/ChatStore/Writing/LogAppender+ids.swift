internal import ChatModel
internal import LMDB

extension Tables {
    /// Returns what the store says about its ids.
    func storedIDs(in transaction: borrowing some Transaction & ~Copyable) throws -> IDStart.Stored {
        var stored = IDStart.Stored(
            next: try meta.get(.nextID, in: transaction) ?? 1, lifetime: try meta.get(.lifetime, in: transaction))
        if let inode = try meta.get(.idsFileInode, in: transaction),
            let birth = try meta.get(.idsFileBirth, in: transaction)
        {
            stored.file = FileIdentity(inode: inode, birthNanoseconds: birth)
        }
        stored.lastMessage = try lastArrival(in: transaction)
        return stored
    }

    /// Returns the arrival of the last record, without checking the record; nil for an empty log, and for a record
    /// that is too short.
    func lastArrival(in transaction: borrowing some Transaction & ~Copyable) throws -> UnixTime? {
        try log.last(in: transaction).flatMap { Record.arrival(of: $0.value) }
    }
}

extension LogAppender {
    /// Makes sure that the next id may be given: a bound above it is on the disk, and this transaction claims it. To
    /// claim an id is to store the id as the next one, with this lifetime and the ids file. So no id below it is given
    /// again, even if no record follows.
    ///
    /// - Throws: ``StoreError`` before the record is written: `ids-exhausted`, or `disk-full` or `store-unavailable` if the
    ///   ids file cannot be renamed; ``LMDBError``.
    mutating func reserveNextID(in transaction: inout WriteTransaction) throws {
        guard nextID < Limits.idCeiling else { throw StoreError.idsExhausted }
        guard !isClaimed || nextID >= ids.bound else { return }
        let file = try ids.reserve(from: nextID)
        try tables.meta.put(.nextID, nextID, in: &transaction)
        try tables.meta.put(.lifetime, ids.start.lifetime, in: &transaction)
        try tables.meta.put(.idsFileInode, file?.inode ?? 0, in: &transaction)
        try tables.meta.put(.idsFileBirth, file?.birthNanoseconds ?? 0, in: &transaction)
        if !isClaimed, ids.start.jump?.isRestore == true { try raiseRestoreStamp(to: .zero, in: &transaction) }
        if !isClaimed, ids.start.isRestore { try tables.suspendAfterRestore(peersOf: origin, in: &transaction) }
        isClaimed = true
    }

    /// Leaves out ids if a page has a message of this node that the store never had, and no known restore explains it.
    ///
    /// Such a message shows that a snapshot of the whole machine was put back, or that another process has the same
    /// node key. Neither leaves a trace in the folder. A restore that was noticed explains messages up to its time. At
    /// most one jump is made in each lifetime, because a process with the same key may write all the time.
    ///
    /// - Throws: ``LMDBError``.
    mutating func jumpIfRestored(_ verdicts: [JudgedPage.Verdict], in transaction: inout WriteTransaction) throws {
        guard jump == nil, !ids.hasJumped else { return }
        let explained = Stamp(rawValue: try tables.meta.get(.restoreStamp, in: transaction) ?? 0)
        for case .good(let verified) in verdicts {
            let message = verified.message
            guard message.origin == origin, message.stamp > explained, group.accepts(message.group),
                try tables.digestIndex.get(message.digest, in: transaction) == nil
            else { continue }
            let last = try tables.lastArrival(in: transaction)
            let next = LogID.afterJump(from: nextID, last, now)
            jump = IDJump(
                from: LogID(key: nextID), to: LogID(key: next), reason: .ownMessageReturned, lastMessage: last)
            nextID = next
            try tables.suspendAfterRestore(peersOf: origin, in: &transaction)
            return try raiseRestoreStamp(to: message.stamp, in: &transaction)
        }
    }

    /// Notes that a restore explains why the store lacks messages of this node with stamps up to now, and up to
    /// `stamp`.
    private func raiseRestoreStamp(to stamp: Stamp, in transaction: inout WriteTransaction) throws {
        let noted = Stamp(rawValue: try tables.meta.get(.restoreStamp, in: transaction) ?? 0)
        try tables.meta.put(.restoreStamp, max(noted, stamp, Stamp(now)).rawValue, in: &transaction)
    }
}
