public import ChatModel
internal import LMDB

/// The pages of peers, and everything that the store keeps about a peer.
extension ChatStore {
    /// Stores what a peer has sent, and how far its log is read, in one transaction of its own.
    ///
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``, and `disk-reserve`; then the store is unchanged.
    public func apply(_ page: JudgedPage, from peer: PeerID) async throws(StoreError) -> Applied {
        try requireDiskReserve()
        return try await writer.write(sharingCommit: false) { transaction, appender in
            try appender.apply(page, of: peer, in: &transaction)
        }
    }

    /// Keeps space for this node's own messages.
    ///
    /// - Throws: ``StoreError`` with `disk-reserve`.
    func requireDiskReserve() throws(StoreError) {
        if diskReserveBytes > 0, let free = folder.freeBytes, free < diskReserveBytes {
            throw .diskReserve(bytes: diskReserveBytes)
        }
    }

    /// Returns what the store has of a peer; the initial state for an unknown peer.
    public func storedPeer(_ peer: PeerID) throws(StoreError) -> StoredPeer {
        try database.read { transaction, tables in
            let record = try tables.peers.get(peer.bytes, in: transaction) ?? .empty
            let settled = record.cursors.settled.id
            return StoredPeer(
                record, try tables.claim(of: peer, record, in: transaction),
                hasLaterExceptions: try !tables.exceptions(of: peer, from: settled, limit: 1, in: transaction).isEmpty)
        }
    }

    /// Returns how often the store has decided to read a peer's log again: see ``StoredPeer/rewinds``.
    package func rewinds(of peer: PeerID) throws(StoreError) -> UInt64 {
        try database.read { transaction, tables in try tables.peers.get(peer.bytes, in: transaction)?.rewinds ?? 0 }
    }

    /// Returns the exceptions of a peer that begin after an id or later, at most `limit`, by ascending ids.
    public func exceptions(
        of peer: PeerID, from id: LogID = .zero, limit: Int = Limits.exceptions
    ) throws(StoreError) -> [PeerException] {
        try database.read { transaction, tables in
            try tables.exceptions(of: peer, from: id, limit: limit, in: transaction)
        }
    }

    /// Returns the digests of those messages that are not stored, or not with the values that they should have.
    ///
    /// - Parameter digests: each with whether the store has to have the erasable values, too, or have erased them.
    public func missing(_ digests: [(digest: Digest, withValues: Bool)]) throws(StoreError) -> Set<Digest> {
        try database.read { transaction, tables in
            var missing: Set<Digest> = []
            for (digest, withValues) in digests
            where try tables.digestIndex.get(digest, in: transaction)?.isStored(withValues: withValues) != true {
                missing.insert(digest)
            }
            return missing
        }
    }

    /// Returns the stored contact with a peer; nil if there is none, or if its record is damaged.
    public func contact(with peer: PeerID) throws(StoreError) -> Contact? {
        try database.read { transaction, tables in try tables.contacts.get(peer.bytes, in: transaction)?.contact }
    }

    /// Remembers these contacts and forgets all others, in one transaction. So no more peers are remembered than are
    /// configured or paired.
    ///
    /// A failure is not reported to ``StoreOptions/onWriteFailure``, because no message is concerned.
    ///
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``; then the store is unchanged.
    public func remember(_ contacts: [PeerID: Contact]) async throws(StoreError) {
        try await writer.write(sharingCommit: false, reportsFailure: false) { transaction, appender in
            try appender.tables.replaceContacts(with: contacts, in: &transaction)
        }
    }

    /// Returns the wanted messages that should now be requested from a peer, at most `limit`. The message that has been due
    /// for the longest time comes first.
    ///
    /// Each peer is asked 0, 1, 3, 7, 15, 31, 63 and 127 days after a message was stored without its values, or after
    /// its damage was noted. ``JudgedPage/due`` notes how far a peer was asked. A message that became wanted while
    /// the wall clock ran ahead is not due before the clock has reached that time again.
    ///
    /// - Complexity: O(log n + limit)
    public func wanted(dueFrom peer: PeerID, limit: Int) throws(StoreError) -> [DueMessage] {
        try database.read { transaction, tables in
            let latest = UnixTime(milliseconds: try tables.meta.get(.latestArrival, in: transaction) ?? 0)
            let now = HybridClock.now(wallClock: time.wall, buildDate: buildDate, latestArrival: latest)
            let asked = try tables.peers.get(peer.bytes, in: transaction)?.asked
            return try tables.wantedIndex.due(at: now, after: asked, limit: limit, in: transaction)
        }
    }
}
