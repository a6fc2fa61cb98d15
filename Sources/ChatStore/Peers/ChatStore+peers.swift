public import ChatModel
internal import LMDB

/// The pages of peers, and everything that the store keeps about a peer.
extension ChatStore {
    /// Stores what a peer has sent, and how far its log is read, in one transaction.
    ///
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``, and `disk-reserve`; then the store is unchanged.
    public func apply(_ page: JudgedPage, from peer: PeerID) async throws(StoreError) -> Applied {
        try requireDiskReserve()
        return try await writer.write(.page(entries: page.verdicts.count)) { [budget] transaction, appender in
            try appender.apply(page, of: peer, within: budget, in: &transaction)
        }
    }

    /// Returns those origins whose messages wait now: this node has taken in as much of them as it does in a day. A list does not say
    /// what is a statement, so their listed statements wait, too.
    public func spent(_ origins: Set<PublicKey>, from peer: PeerID) throws(StoreError) -> Set<PublicKey> {
        guard !origins.isEmpty else { return [] }
        let membership = try membership()
        return origins.filter { origin in
            !budget.hasRoom(budget.payers(for: origin, from: peer, in: membership), .text)
        }
    }

    /// The number of messages of each origin that wait because this node has taken in as much of its messages as it does in a day.
    public var waiting: [PublicKey: Int] { budget.waiting }

    /// Takes in once more as many messages of an origin as in a day. Those that wait are requested at once.
    public func letIn(_ origin: PublicKey) throws(StoreError) {
        guard let membership = try membership() else { return }
        budget.refill(budget.payers(for: origin, from: nil, in: membership))
        lettingIn.changed()
    }

    /// Whether a peer's log is read for the first time, and a person has chosen the peer, or the node knows no members: what the log
    /// has then is history, and not counted.
    package func isHistory(_ peer: PeerID, of key: PublicKey?) throws(StoreError) -> Bool {
        try database.read { transaction, tables in
            let record = try tables.peers.get(peer.bytes, in: transaction) ?? .empty
            guard record.cursors.settled == .start else { return false }
            guard let key, try tables.founder(in: transaction) != nil else { return true }
            return try tables.pairing.peer(key, in: transaction)?.isKept == true
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

    /// The free space on the disk until the store accepts no more messages of peers; nil if the system does not say.
    public var freeBytesForPeers: Int? { folder.freeBytes.map { max(0, $0 - diskReserveBytes) } }

    /// Returns what the store has of a peer; the initial state for an unknown peer.
    public func storedPeer(_ peer: PeerID) throws(StoreError) -> StoredPeer {
        try database.read { transaction, tables in
            let record = try tables.peers.get(peer.bytes, in: transaction) ?? .empty
            let settled = record.cursors.settled.id
            let waiting = budget.waits(namedBy: peer) ? try tables.exceptions(of: peer, in: transaction) : []
            return StoredPeer(
                record, try tables.claim(of: peer, record, in: transaction),
                waiting: waiting.count { $0.reason == .waiting },
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
        try await writer.write(.alone, reportsFailure: false) { transaction, appender in
            try appender.tables.replaceContacts(with: contacts, in: &transaction)
        }
    }

    /// Returns the wanted messages that should now be requested from a peer, at most `limit`. The message that has been due
    /// for the longest time comes first.
    ///
    /// Each peer is asked 0, 1, 3, 7, 15, 31, 63 and 127 days after a message was stored without its values, or after
    /// its damage was noted, and again when it has another log. ``JudgedPage/due`` notes how far a peer was asked. A message that became wanted while
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
