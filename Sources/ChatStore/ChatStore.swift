public import ChatModel
internal import LMDB
internal import Synchronization

/// The store of a node: log, indexes, post keys and cursors in one LMDB file, with exactly one writer.
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
    /// Counts the calls of ``letIn(_:)``.
    public let lettingIn = ChangeSignal()

    /// Counts the changes of the hidden origins.
    package let hidingChanges = ChangeSignal()

    /// Notified of each commit of messages that changes who the peers are or where they can be reached, and when a restore was found,
    /// which suspends the peers.
    public var peerChanges: ChangeSignal { writer.peerChanges }

    /// When the disk will be full, as the status says. Whoever watches the disk sets it.
    public var expectedFull: UnixTime? {
        get { full.withLock(\.self) }
        set { full.withLock { $0 = newValue } }
    }

    private let nonceKey: NonceKey
    let nonce: @Sendable () -> Nonce
    private let salt: @Sendable () -> Salt
    let time: any TimeSource
    let buildDate: UnixTime
    let folder: StoreFolder
    let diskReserveBytes: Int
    let budget: IntakeBudget
    private let full = Mutex<UnixTime?>(nil)
    let database: OpenDatabase
    let writer: Writer

    /// Opens the store in a folder that is already locked, or creates it. Ignores the folder in `options`.
    ///
    /// If the folder shows that the store is a copy or was restored, the store leaves out ids, so that no client gets an
    /// id twice: see ``IDJump``.
    ///
    /// - Throws: ``StoreError``: `folder-unusable`, `store-missing`, `node-key-missing`, `node-key-unreadable`,
    ///   `node-key-differs`, `schema-unknown`, `store-truncated`, `disk-full`, `store-unavailable`.
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
        diskReserveBytes = options.diskReserveBytes
        (time, buildDate) = (options.time, options.buildDate)
        budget = IntakeBudget(bytesPerDay: options.memberBytesPerDay, time: options.time)
        writer = Writer(
            database, commits: commits, origin: key.publicKey, time: options.time, buildDate: options.buildDate,
            onWriteFailure: options.onWriteFailure, onJump: options.onJump
        ) { [notedDamage] noted in
            options.onDamage(noted)
            if !noted.wanted.isEmpty { notedDamage.changed() }
        }
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

    // MARK: Posting and erasing

    /// As ``StoreOptions/memberBytesPerDay``.
    package var memberBytesPerDay: Int { budget.bytesPerDay }

    /// Signs and stores a client's post.
    ///
    /// - Parameters:
    ///   - postKey: a later post with the same key and fields stores nothing and returns the id of the first, also while
    ///     the first is queued.
    /// - Throws: ``StoreError``: `disk-full`, `store-full`, `ids-exhausted`, `post-key-reused`, `busy`, `closed`,
    ///   `outcome-unknown`.
    public func post(_ draft: Draft, postKey: PostKey?) async throws(StoreError) -> Receipt {
        try await post(.message(draft), postKey)
    }

    /// Signs and stores a client's change of a message.
    ///
    /// - Parameter postKey: as in ``post(_:postKey:)``.
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``, also `target-unknown`, `target-unfit` and `not-author`.
    public func post(_ change: Change, postKey: PostKey?) async throws(StoreError) -> Receipt {
        try await post(.change(change, proving: { [nonceKey] in nonceKey.nonce(for: $0.bytes) }), postKey)
    }

    private func post(_ content: Post.Content, _ postKey: PostKey?) async throws(StoreError) -> Receipt {
        let post = Post(
            content: content, nonce: postKey.map { nonceKey.nonce(for: $0.bytes) } ?? nonce(),
            hasPostKey: postKey != nil,
            salt: salt(), signingKey: self.key)
        return try await writer.write(.post) { transaction, appender in
            try appender.post(post, in: &transaction)
        }
    }

    /// Erases the erasable values of a message on purpose. The message keeps its id, its digest and its signature, and
    /// this store accepts its values from no peer again.
    ///
    /// The file may have the erased bytes in unused LMDB pages until LMDB uses these pages again.
    ///
    /// - Returns: whether the values are erased; false if the message is not stored, is damaged or has no erasable fields.
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``.
    public func erase(_ digest: Digest) async throws(StoreError) -> Bool {
        try await writer.write(.post) { transaction, appender in
            try appender.tables.erase(digest, in: &transaction)
        }
    }

    // MARK: Group

    /// Returns the group of the node: messages are posted in it, and a peer's messages are stored if they are of it or of
    /// none.
    public func group() throws(StoreError) -> GroupID {
        try database.read { transaction, tables in try tables.group(in: transaction) }
    }

    /// Returns the founder of the group; nil if the node is in no group.
    public func founder() throws(StoreError) -> PublicKey? {
        try database.read { transaction, tables in try tables.founder(in: transaction) }
    }

    /// Returns whether an earlier version, whose groups had no founder, gave the node a group, and it has entered no other since.
    public func isOfFormerGroup() throws(StoreError) -> Bool {
        try database.read { transaction, tables in try tables.isOfFormerGroup(in: transaction) }
    }

    /// Returns what decides which messages of peers the node takes in.
    public func intakeRules() throws(StoreError) -> IntakeRules {
        try database.read { transaction, tables in try tables.intakeRules(in: transaction) }
    }

    /// Returns the members of the group; nil if the node is in no group.
    ///
    /// - Complexity: O(n) in the statements of the group.
    public func membership() throws(StoreError) -> Membership? {
        try database.read { transaction, tables in try tables.membership(in: transaction) }
    }
}
