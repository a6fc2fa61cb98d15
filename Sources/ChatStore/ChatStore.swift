public import ChatModel
internal import LMDB

/// The file in which a node keeps everything: log, indexes, keys, cursors and quarantine; with exactly one writer.
///
/// Reads are synchronous and short: a snapshot of the last commit, which never waits for the writer; what they return
/// is copied. Writes are asynchronous and on the disk when they return.
public final class ChatStore: Sendable {
    /// The node's key; its public half is the origin of what is posted here.
    public let key: SigningKey
    /// Where to wait for new messages.
    public let commits: CommitSignal

    private let nonce: @Sendable () -> Nonce
    private let folder: StoreFolder
    private let database: OpenDatabase
    private let writer: Writer

    /// Opens the store in a folder, or makes one.
    ///
    /// A store whose file is another one than at the last opening is a copy or was restored: its next id jumps, so
    /// that no client ever meets an id twice.
    ///
    /// - Throws: ``StoreError``: `folder-unusable`, `folder-in-use`, `key-missing`, `key-unreadable`, `schema-unknown`,
    ///   `store-truncated`, `disk-full`.
    public convenience init(_ options: StoreOptions) throws(StoreError) {
        try self.init(options, in: StoreFolder(path: options.folder))
    }

    /// Opens the store in a folder that is locked already, in place of the one that `options` name.
    ///
    /// - Throws: ``StoreError`` as ``init(_:)``.
    public init(_ options: StoreOptions, in folder: StoreFolder) throws(StoreError) {
        key = try folder.loadKey(replacingLost: options.newKey)
        folder.markRunning()
        do {
            let (database, commits) = try Self.open(folder, options)
            try folder.synchronize()
            (self.database, self.commits) = (database, commits)
        } catch {
            folder.markEnded()
            throw StoreError(error)
        }
        self.folder = folder
        nonce = options.nonce
        writer = Writer(
            database, commits: commits, time: options.time, buildDate: options.buildDate,
            onWriteFailure: options.onWriteFailure)
    }

    /// The database in a folder, and the signal that knows its end however often it is opened again.
    static func open(_ folder: StoreFolder, _ options: StoreOptions) throws -> (OpenDatabase, CommitSignal) {
        let commits = CommitSignal(high: .zero)
        let database = try OpenDatabase {
            try folder.openDatabase(
                mapSizeBytes: options.mapSizeBytes, now: options.time.wall, announce: options.announce)
        } reopened: { database in
            // What was written last may count or not. Where its end cannot be read, readers are told why.
            if let end = try? database.end() { commits.mayHaveCommitted(through: end) }
        }
        let end = try database.read { transaction, tables in try LogReader(tables: tables).end(in: transaction) }
        commits.mayHaveCommitted(through: end.id)
        return (database, commits)
    }

    /// Wakes who waits, decides the writes under way, closes the files and gives the folder free. What is asked later
    /// is refused with `closed`.
    public func close() async {
        commits.close()
        await writer.close()
        folder.markEnded()
        folder.unlock()
    }

    // MARK: Reading

    /// Reads a part of the log.
    ///
    /// - Throws: ``StoreError``: `cursor-unknown` where the range names a mark that is not this log's, or a message by whose
    ///   place it goes and that the room has not; `busy`, `store-unavailable`, `store-damaged`.
    /// - Complexity: O(log n + limit)
    public func read(_ query: LogQuery) throws(StoreError) -> LogSlice {
        try database.read { transaction, tables in
            try LogReader(tables: tables).slice(query, in: transaction)
        }
    }

    /// The rooms in which something was written last, newest first, `limit` at most. The main room is always among them,
    /// also while it is empty.
    ///
    /// - Complexity: O(log n + limit)
    public func rooms(limit: Int) throws(StoreError) -> [RoomSummary] {
        try database.read { transaction, tables in
            try LogReader(tables: tables).rooms(limit: limit, in: transaction)
        }
    }

    /// How many messages are held.
    public func messageCount() throws(StoreError) -> Int {
        try database.read { transaction, tables in try tables.log.count(in: transaction) }
    }

    /// How many messages lie after an id, counted up to `limit`.
    ///
    /// - Complexity: O(log n + limit)
    public func messageCount(after id: LogID, upTo limit: Int) throws(StoreError) -> Int {
        try database.read { transaction, tables in
            try tables.log.count(.after(id.rawValue), upTo: limit, in: transaction)
        }
    }

    /// How much is held, and how much room there is.
    public func figures() throws(StoreError) -> StoreStatus {
        try database.inspect { environment, transaction, tables in
            let info = try environment.info
            return StoreStatus(
                messages: try tables.log.count(in: transaction),
                high: try LogReader(tables: tables).end(in: transaction).id,
                bytes: info.usedBytes, limitBytes: info.mapSize)
        }
    }

    /// Which of the digests are held.
    public func held(_ digests: [Digest]) throws(StoreError) -> Set<Digest> {
        try database.read { transaction, tables in
            var held: Set<Digest> = []
            for digest in digests where try tables.digests.contains(digest.bytes, in: transaction) {
                held.insert(digest)
            }
            return held
        }
    }

    // MARK: Posting

    /// Signs and stores what a client wrote.
    ///
    /// - Parameters:
    ///   - device: the node's name for itself, signed with the rest.
    ///   - postKey: a post with the same key and fields stores nothing new and gets the first one's id, also where the
    ///     first is still under way.
    /// - Throws: ``StoreError``: `disk-full`, `store-full`, `ids-exhausted`, `key-reused`, `busy`, `closed`,
    ///   `outcome-unknown`.
    public func post(_ fields: Fields, device: FieldValue?, postKey: PostKey?) async throws(StoreError) -> Receipt {
        let post = Post(fields: fields, device: device, postKey: postKey, nonce: nonce(), signingKey: self.key)
        return try await writer.write(sharingCommit: true) { transaction, appender in
            try appender.post(post, in: &transaction)
        }
    }

    // MARK: Peers

    /// Stores what a page from a peer brings, and moves the cursor, in one transaction that is shared with nothing.
    ///
    /// - Throws: ``StoreError`` as ``post(_:device:postKey:)``; then neither has happened.
    public func apply(_ page: JudgedPage, from peer: PeerID) async throws(StoreError) -> Applied {
        try await writer.write(sharingCommit: false) { transaction, appender in
            try appender.apply(page, of: peer, in: &transaction)
        }
    }

    /// Sets a peer's cursor back before the first message that was not stored, so that the peer's log is walked again from
    /// there: the cause may be gone. What is in quarantine is judged anew.
    ///
    /// - Throws: ``StoreError`` as ``post(_:device:postKey:)``.
    public func retryNotStored(from peer: PeerID) async throws(StoreError) {
        try await writer.write(sharingCommit: false) { transaction, appender in
            try appender.retry(peer, in: &transaction)
        }
    }

    /// Where the node stands with a peer; at the start with one that it never pulled from.
    public func standing(with peer: PeerID) throws(StoreError) -> PeerStanding {
        try database.read { transaction, tables in
            PeerStanding(try tables.peers.get(peer.bytes, in: transaction) ?? .empty)
        }
    }

    /// The evidence against a peer, at most `limit` entries.
    ///
    /// - Complexity: O(limit)
    public func quarantine(of peer: PeerID, limit: Int) throws(StoreError) -> [QuarantinedMessage] {
        try database.read { transaction, tables in
            var messages: [QuarantinedMessage] = []
            try tables.quarantine.scan(QuarantineKey.range(of: peer), in: transaction, limit: limit) { _, entry in
                messages.append(
                    QuarantinedMessage(
                        id: entry.id, arrival: entry.arrival, reason: FailureCode(rawValue: entry.reason),
                        raw: entry.raw))
                return .next
            }
            return messages
        }
    }

    // MARK: Checking

    /// Walks the whole store and says what does not fit together; empty for a sound one.
    ///
    /// - Complexity: O(n log n): for tests and for a store that has been in trouble, on a thread that may block.
    public func check() throws(StoreError) -> [StoreProblem] {
        try database.read { transaction, tables in StoreCheck(tables: tables).problems(in: transaction) }
    }
}
