public import ChatModel

/// The settings with which a store is opened.
public struct StoreOptions: Sendable {
    /// The folder of the store. The store creates the folder if it is missing.
    public var folder: String
    /// The largest size of the store, in bytes. It reserves address space only, so a large number costs nothing.
    public var mapSizeBytes: Int
    /// Whether a store without its key file gets a new node key.
    public var newKey: Bool
    /// The clocks that the store reads.
    public var time: any TimeSource
    /// A time before the program was built. A wall clock with an earlier time is unset.
    public var buildDate: UnixTime
    /// Returns the nonce of the next posted message. A test can give a fixed sequence.
    public var nonce: @Sendable () -> Nonce = { .random() }
    /// Returns the salt of the next posted message. A test can give a fixed sequence.
    public var salt: @Sendable () -> Salt = { .random() }
    /// The highest form of messages that the program knows. A test can play a newer program.
    public var highestForm = Message.highestForm

    /// Below so many bytes of free space on the disk, the store accepts no messages of peers, so that the rest of the disk is
    /// for posts. 0 for no reserve.
    public var diskReserveBytes = 0

    /// How many bytes of the messages of a member, and of all whom it has invited, the store takes in a day: see ``IntakeBudget``.
    public var memberBytesPerDay = defaultMemberBytesPerDay

    /// Called with the error when write failures of one kind begin, and with nil when writing works again.
    public var onWriteFailure: @Sendable (StoreError?) -> Void = { _ in }

    /// Called when ids are left out: at each opening of the store until an id is given, and when an own message comes
    /// back from a peer.
    public var onJump: @Sendable (IDJump) -> Void = { _ in }

    /// Called after each commit that notes damaged records, or drops the notes of readable ones.
    public var onDamage: @Sendable (NotedDamage) -> Void = { _ in }

    /// 64 GiB.
    public static let defaultMapSizeBytes = 64 << 30

    /// 1 GiB.
    public static let defaultMemberBytesPerDay = 1 << 30

    public init(
        folder: String, mapSizeBytes: Int = defaultMapSizeBytes, newKey: Bool = false, time: any TimeSource,
        buildDate: UnixTime
    ) {
        self.folder = folder
        self.mapSizeBytes = mapSizeBytes
        self.newKey = newKey
        self.time = time
        self.buildDate = buildDate
    }
}
