public import ChatModel
internal import LMDB

/// The store of a node: log, indexes, post keys, cursors and quarantine in one LMDB file, with exactly one writer.
///
/// Reads are synchronous. They see a snapshot of the last commit, never wait for the writer and return copies. Writes are
/// asynchronous and return after the commit is on the disk.
public final class ChatStore: Sendable {
    /// The node key. Its public key is the origin of the messages that are posted here.
    public let key: SigningKey
    /// The signal on which tasks wait for new messages.
    public let commits: CommitSignal
    /// The damaged records that readers have met or a check has found, and that the store has not noted yet: see
    /// ``noteDamage()``.
    public let metDamage = MetDamage()
    /// Counts the commits that note damaged messages, which are wanted from then on.
    public let notedDamage = ChangeSignal()

    private let nonceKey: NonceKey
    private let nonce: @Sendable () -> Nonce
    private let salt: @Sendable () -> Salt
    private let highestForm: UInt64
    let time: any TimeSource
    let buildDate: UnixTime
    private let folder: StoreFolder
    private let diskReserveBytes: Int
    let database: OpenDatabase
    let writer: Writer

    /// Opens the store in a folder, or creates it.
    ///
    /// If the folder shows that the store is a copy or was restored, the store leaves out ids, so that no client gets an
    /// id twice: see ``IDJump``.
    ///
    /// - Throws: ``StoreError``: `folder-unusable`, `folder-in-use`, `store-missing`, `node-key-missing`, `node-key-unreadable`, `node-key-differs`,
    ///   `schema-unknown`, `group-differs`, `store-truncated`, `disk-full`, `store-unavailable`.
    public convenience init(_ options: StoreOptions) throws(StoreError) {
        try self.init(options, in: StoreFolder(path: options.folder))
    }

    /// Opens the store in a folder that is already locked. Ignores the folder in `options`.
    ///
    /// - Throws: ``StoreError`` as ``init(_:)``.
    public init(_ options: StoreOptions, in folder: StoreFolder) throws(StoreError) {
        try folder.requireNoCopy()
        let (key, isNewKey) = try folder.loadKey(replacingLost: options.newKey)
        self.key = key
        folder.noteOpening()
        do {
            let (database, commits) = try Self.open(folder, options) { database in
                try folder.requireNode(key.publicKey, isNew: isNewKey, of: database)
            }
            try folder.synchronize()
            (self.database, self.commits) = (database, commits)
        } catch {
            folder.noteClosing()
            throw StoreError(error)
        }
        self.folder = folder
        nonceKey = NonceKey(of: key)
        nonce = options.nonce
        salt = options.salt
        highestForm = options.highestForm
        diskReserveBytes = options.diskReserveBytes
        (time, buildDate) = (options.time, options.buildDate)
        writer = Writer(
            database, commits: commits, origin: key.publicKey, time: options.time, buildDate: options.buildDate,
            recordsPerStep: options.recordsPerStep, stepsWhileIdle: options.stepsWhileIdle,
            onWriteFailure: options.onWriteFailure, onJump: options.onJump
        ) { [notedDamage] noted in
            options.onDamage(noted)
            if !noted.wanted.isEmpty { notedDamage.changed() }
        }
        if (try? isMovingMessages()) == true { writer.resume() }
    }

    /// Opens the database in a folder, and makes the signal for its commits, which outlives each reopening.
    ///
    /// - Parameter requireNode: called before anything is concluded from the store: it may be another node's.
    static func open(
        _ folder: StoreFolder, _ options: StoreOptions, requireNode: (OpenDatabase.Database) throws -> Void = { _ in }
    ) throws -> (OpenDatabase, CommitSignal) {
        let commits = CommitSignal(high: .zero)
        let database = try OpenDatabase {
            try folder.openDatabase(options)
        } ids: {
            try requireNode($0)
            return try folder.idReserve(for: $0, options)
        } reopened: { database in
            // A commit of unknown outcome may be in the database. If its end cannot be read, the next read throws why.
            if let end = try? database.end() { commits.mayHaveCommitted(through: end) }
        } foundUnsound: {
            folder.noteUnsound()
        }
        let end = try database.read { transaction, tables in try LogReader(tables: tables).end(in: transaction) }
        commits.mayHaveCommitted(through: end.id)
        return (database, commits)
    }

    /// Ends all waits, finishes the queued writes, closes the files and unlocks the folder. Later calls throw
    /// ``StoreError/closed``.
    public func close() async {
        commits.close()
        await writer.close()
        folder.noteClosing()
        folder.unlock()
    }

    // MARK: Reading

    /// The number of writes so far. A write is counted before it returns to its caller. A read that begins after this number
    /// was read sees at least the writes that the number counts.
    public var changeCount: UInt64 { database.changeCount }

    /// Reads a part of the log.
    ///
    /// - Throws: ``StoreError``: `cursor-unknown` if the range has a mark of another log, or a message that the room does
    ///   not have; `busy`, `store-unavailable`, `store-damaged`.
    /// - Complexity: O(log n + limit)
    public func read(_ query: LogQuery) throws(StoreError) -> LogSlice {
        let slice = try database.read { transaction, tables in
            try LogReader(tables: tables).slice(query, in: transaction)
        }
        metDamage.met(slice.damaged)
        return slice
    }

    /// Returns rooms by their last messages, newest first, at most `limit`. The main room is always included. If there are
    /// more rooms, half of the list is first for the oldest rooms in use: those of the first 1,000 rooms that have a message
    /// which arrived at most 30 days before the newest. So somebody who creates rooms without end does not push them out of
    /// the list.
    ///
    /// - Complexity: O(log n + limit); if there are more rooms, O(1000 · log n + limit).
    public func rooms(limit: Int) throws(StoreError) -> [RoomSummary] {
        try database.read { transaction, tables in
            let latest = UnixTime(milliseconds: try tables.meta.get(.latestArrival, in: transaction) ?? 0)
            return try tables.newestRoomIndex.rooms(limit: limit, in: transaction) { id in
                let arrival = try tables.log.get(id, in: transaction).flatMap(Record.commitTime(of:))
                return arrival.map { latest - $0 <= Self.roomInUseMilliseconds } ?? false
            }
        }
    }

    private static let roomInUseMilliseconds: UInt64 = 30 * 24 * 60 * 60 * 1000

    /// Returns the number of messages in the log.
    public func messageCount() throws(StoreError) -> Int {
        try database.read { transaction, tables in try tables.digestIndex.count(in: transaction) }
    }

    /// Returns the number of log entries after an id, but at most `limit`.
    ///
    /// - Complexity: O(log n + limit)
    public func entryCount(after id: LogID, upTo limit: Int) throws(StoreError) -> Int {
        try database.read { transaction, tables in
            try tables.log.count(.after(id.rawValue), upTo: limit, in: transaction)
        }
    }

    /// Returns the size of the store and its limit.
    public func figures() throws(StoreError) -> StoreStatus {
        let failure = writer.lastFailure
        return try database.inspect { environment, transaction, tables in
            let info = try environment.info
            return StoreStatus(
                messages: try tables.digestIndex.count(in: transaction),
                high: try LogReader(tables: tables).end(in: transaction).id,
                bytes: info.usedBytes, limitBytes: info.mapSize,
                damaged: Int(clamping: try tables.meta.get(.damaged, in: transaction) ?? 0),
                healed: Int(clamping: try tables.meta.get(.healed, in: transaction) ?? 0), failure: failure)
        }
    }

    /// Returns the digests of the messages that need not be stored. The store has such a message undamaged, and has its
    /// values, has erased its values on purpose, or would not get them, because the given message lacks them, too.
    public func known(_ messages: [Message]) throws(StoreError) -> Set<Digest> {
        try database.read { transaction, tables in
            var known: Set<Digest> = []
            for message in messages {
                if try tables.digestIndex.get(message.digest, in: transaction)?.has(message) == true {
                    known.insert(message.digest)
                }
            }
            return known
        }
    }

    /// Returns the wanted messages that should now be requested from a peer, at most `limit`. The message that has been due
    /// for the longest time comes first.
    ///
    /// Each peer is asked 0, 1, 3, 7, 15, 31, 63 and 127 days after a message was stored without its values, or after
    /// its damage was noted. ``JudgedPage/asked`` notes how far a peer was asked. A message that became wanted while
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

    /// Whether a clock setback has still to move messages in the display order: see ``StoreOptions/recordsPerStep``.
    package func isMovingMessages() throws(StoreError) -> Bool {
        try database.read { transaction, tables in try !SetbackSteps(tables).areTaken(in: transaction) }
    }

    // MARK: Posting

    /// Signs and stores a client's post.
    ///
    /// - Parameters:
    ///   - postKey: a later post with the same key and fields stores nothing and returns the id of the first, also while
    ///     the first is queued.
    /// - Throws: ``StoreError``: `disk-full`, `store-full`, `ids-exhausted`, `post-key-reused`, `busy`, `closed`,
    ///   `outcome-unknown`.
    public func post(_ draft: Draft, postKey: PostKey?) async throws(StoreError) -> Receipt {
        let post = Post(
            draft: draft, nonce: postKey.map { nonceKey.nonce(for: $0.bytes) } ?? nonce(), hasPostKey: postKey != nil,
            salt: salt(), signingKey: self.key)
        return try await writer.write(sharingCommit: true) { transaction, appender in
            try appender.post(post, in: &transaction)
        }
    }

    // MARK: Erasing

    /// Erases the erasable values of a message on purpose. The message keeps its id, its digest and its signature, and
    /// this store takes its values from no peer again.
    ///
    /// The file may have the erased bytes in unused LMDB pages until LMDB uses these pages again.
    ///
    /// - Returns: whether the values are erased; false if the message is not stored, is damaged or has no erasable fields.
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``.
    public func erase(_ digest: Digest) async throws(StoreError) -> Bool {
        try await writer.write(sharingCommit: true) { transaction, appender in
            try appender.erase(digest, in: &transaction)
        }
    }

    // MARK: Damage

    /// Notes the damaged records of ``metDamage``, so that their messages are requested from peers. A message that can be
    /// taken from its damaged record is stored again at once. A record that is readable again loses its note.
    ///
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``; then the records that were not noted stay in ``metDamage``.
    public func noteDamage() async throws(StoreError) -> NotedDamage {
        var result = NotedDamage()
        while case let ids = metDamage.take(Self.maximumNotedAtOnce), !ids.isEmpty {
            do {
                let noted = try await noteDamage(ids, candidates: [:])
                metDamage.forget(noted.undone)
                result.add(noted)
            } catch {
                metDamage.putBack(ids)
                throw error
            }
        }
        return result
    }

    /// Adds the noted records that are readable again to ``metDamage``. Damage is undone if the bytes were wrong in
    /// memory only, and were read from the disk again.
    ///
    /// Reads short slices. Ends early if the task is cancelled.
    ///
    /// - Complexity: O(n) in the noted records.
    public func findUndoneDamage() async throws(StoreError) {
        var last: UInt64? = 0
        while let start = last, !Task.isCancelled {
            let (undone, end) = try database.read { transaction, tables in
                var undone: [LogID] = []
                var end: UInt64?
                try tables.damagedRecords.scan(.after(start), in: transaction, limit: Self.maximumNotedAtOnce) {
                    id, _ in
                    end = id
                    if let record = try tables.log.get(id, in: transaction), tables.recordFormat.isWhole(record, at: id)
                    {
                        undone.append(LogID(key: id))
                    }
                    return .next
                }
                return (undone, end)
            }
            metDamage.found(undone)
            last = end
            await Task.yield()
        }
    }

    /// The largest number of damaged records that are noted in one transaction.
    private static let maximumNotedAtOnce = 500

    private func noteDamage(
        _ ids: [UInt64], candidates: [UInt64: [Digest]]
    ) async throws(StoreError) -> NotedDamage {
        try await writer.write(sharingCommit: false) { transaction, appender in
            try appender.noteDamage(ids, candidates: candidates, in: &transaction)
        }
    }

    /// Searches the index of digests for the digests of unidentified records, and notes the digests that it finds.
    ///
    /// The search reads short slices of the index, so that nobody waits for it.
    ///
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``.
    /// - Complexity: O(n) in the messages for each 64 unidentified records.
    public func identifyDamage() async throws(StoreError) -> NotedDamage {
        var result = NotedDamage()
        var last: UInt64 = 0
        while case var search = try DigestSearch(after: last, in: database), let end = search.lastID {
            while try search.readSlice(of: database) { await Task.yield() }
            if !search.found.isEmpty {
                result.add(try await noteDamage(search.found.keys.sorted(), candidates: search.found))
            }
            last = end
        }
        return result
    }

    // MARK: Group

    /// Returns the group of the node: messages are posted in it, and a peer's messages are stored if they are of it or of
    /// none.
    public func group() throws(StoreError) -> GroupID {
        try database.read { transaction, tables in try tables.group(in: transaction) }
    }

    /// Makes a group the node's group if the node has none and its log is empty. This decision and each post are
    /// transactions of their own, so the group has no message of none that was posted here.
    ///
    /// - Returns: the node's group after that.
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``.
    public func takeGroup(_ group: GroupID) async throws(StoreError) -> GroupID {
        try await writer.write(sharingCommit: false) { transaction, appender in
            try appender.takeGroup(group, in: &transaction)
        }
    }

    // MARK: Peers

    /// Stores the messages of a peer's page and moves the peer's cursor, in one transaction of its own.
    ///
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``, and `disk-reserve`; then the store is unchanged.
    public func apply(_ page: JudgedPage, from peer: PeerID) async throws(StoreError) -> Applied {
        if diskReserveBytes > 0, let free = folder.freeBytes, free < diskReserveBytes {
            throw .diskReserve(bytes: diskReserveBytes)
        }
        return try await writer.write(sharingCommit: false) { [highestForm] transaction, appender in
            try appender.apply(page, of: peer, knowing: highestForm, in: &transaction)
        }
    }

    /// Returns what the store has of a peer; the initial state for an unknown peer.
    public func storedPeer(_ peer: PeerID) throws(StoreError) -> StoredPeer {
        try database.read { transaction, tables in
            StoredPeer(
                try tables.peers.get(peer.bytes, in: transaction) ?? .empty,
                laterFormID: try tables.gaps.first(GapKey.range(of: peer, .laterForm), in: transaction)
                    .flatMap { LogID(rawValue: $0.key.first) })
        }
    }

    /// Returns the gaps in a peer's log.
    public func gaps(of peer: PeerID) throws(StoreError) -> Gaps {
        try database.read { transaction, tables in try tables.gaps(of: peer, in: transaction) }
    }

    /// Returns the lowest gap of a peer's log that has an id above `id` and that this program should request again; nil if
    /// there is none. A gap of messages of a later form is requested again by a program that knows a higher form than the
    /// program that noted it.
    public func nextGap(of peer: PeerID, after id: LogID) throws(StoreError) -> Gap? {
        try gaps(of: peer).next(after: id, knowing: highestForm)
    }

    /// Returns the stored contact with a peer; nil if there is none, or if its record is damaged.
    public func contact(with peer: PeerID) throws(StoreError) -> Contact? {
        try database.read { transaction, tables in try tables.contacts.get(peer.bytes, in: transaction)?.contact }
    }

    /// Remembers these contacts in place of all others, in one transaction. So no more peers are remembered than are
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

    /// Returns bad messages of a peer from the quarantine, at most `limit`.
    ///
    /// - Complexity: O(limit)
    public func quarantine(of peer: PeerID, limit: Int) throws(StoreError) -> [QuarantinedMessage] {
        try database.read { transaction, tables in
            var messages: [QuarantinedMessage] = []
            try tables.quarantine.scan(QuarantineKey.range(of: peer), in: transaction, limit: limit) { key, entry in
                messages.append(
                    QuarantinedMessage(
                        id: LogID(key: key.id), time: entry.time, reason: FailureCode(rawValue: entry.reason),
                        raw: entry.raw))
                return .next
            }
            return messages
        }
    }

    // MARK: Checking

    /// Makes every later write fail, because the store is unsound: a write could destroy more. The folder notes that
    /// the store is unsound, too. The store does the same by itself when a read or a write finds that it is unsound.
    ///
    /// Does not call ``StoreOptions/onWriteFailure``, because the caller logs the reason.
    ///
    /// - Parameter reason: a sentence that says why the store is unsound.
    public func refuseWrites(asUnsound reason: String) {
        writer.note(.unsound(reason: reason))
        database.refuseWrites(.unsound(reason: reason))
    }

    /// If `data.mdb` was removed or replaced while the store is open: writes a copy of the store to `data-rescued.mdb` in the
    /// same folder, and refuses later writes. Otherwise the messages would be lost when the store is closed.
    /// ``StoreOptions/onWriteFailure`` is called with the path of the copy. If the file was overwritten, or a read has found the
    /// store unsound, refuses later writes and reports this, too.
    ///
    /// - Throws: ``StoreError`` if no copy could be written; the next call tries again.
    /// - Complexity: O(1) while the file is in its place.
    public func rescueIfFileGone() async throws(StoreError) {
        try await writer.rescue(in: folder, key: key)
    }

    /// Notified when writes begin to fail, fail in another way, or succeed again.
    public var failureChanges: ChangeSignal { writer.failureChanges }

    /// Notes in the folder that a check has ended, and that it did not find the store unsound.
    public func noteChecked() {
        folder.noteChecked()
        // A read or a write may have found what the check has not.
        if case .unsound? = database.refusal { folder.noteUnsound() }
    }

    /// Frees the reader slot of a check process that was killed during a read. Otherwise LMDB keeps the snapshot of
    /// that read, and the file grows.
    public func freeDeadReaders() {
        // Without an open environment there is nothing to free: each opening does this.
        try? database.inspect { environment, _, _ in try environment.freeDeadReaders() }
    }

    /// Checks the whole store and returns its problems; an empty array for a sound store.
    ///
    /// - Complexity: O(n log n). Blocks its thread; for tests.
    public func check() throws(StoreError) -> [StoreProblem] {
        try database.read { transaction, tables in
            let check = StoreCheck(verifiesSignatures: true)
            check.run(tables, in: transaction)
            return check.problems
        }
    }

    /// Checks the store as the check beside a running node does: see ``CheckReport/init(checkingBesideNode:mapSizeBytes:time:pause:onEntry:onDamagedMessage:)``.
    ///
    /// - Complexity: O(n log n). Blocks its thread; for tests.
    func check(inSlicesOf entries: Int, pause: @escaping () -> Void) throws(StoreError) -> [StoreProblem] {
        try database.inspect { environment, _, tables in
            let check = StoreCheck()
            check.run(tables, in: Slices(of: environment, maximumEntries: entries, time: time) { _ in pause() })
            return check.problems
        }
    }
}
