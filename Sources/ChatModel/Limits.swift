/// The limits of the protocol, each with its unit in its name.
///
/// They are the same on every node. If they differed, some nodes would refuse messages that others store.
public enum Limits {
    /// The maximum number of fields in a message.
    public static let fieldCount = 32
    /// The maximum length of a field name, in bytes.
    public static let fieldNameBytes = 32
    /// The maximum length of `user`, `room` and `device`, in Unicode scalars.
    public static let shortFieldScalars = 64
    /// The maximum length of `user`, `room` and `device`, in bytes of UTF-8.
    public static let shortFieldBytes = keptValueBytes
    /// The maximum length of a kept value, in bytes of UTF-8.
    public static let keptValueBytes = 256
    /// The maximum length of `text`, in bytes of UTF-8: 16 KiB.
    public static let textBytes = 16 * 1024
    /// The maximum length of all names and values of a message together, in bytes: 24 KiB.
    public static let fieldBytes = 24 * 1024

    /// All ids in a log are below 2^31, because the 2011 client parses ids into a 32-bit `int`.
    public static let idCeiling: UInt64 = 1 << 31
    /// The highest id that a reader accepts: 2^53, the end of the integers that JavaScript's numbers have without gaps.
    public static let highestID: UInt64 = 1 << 53
    /// The maximum number of positions (pairs of id and mark) in a cursor.
    public static let cursorPairs = 32
    /// The maximum number of cursors that a node keeps for a peer, beside the current one.
    public static let otherCursors = 3
    /// The maximum number of exceptions that a node keeps for a peer.
    public static let exceptions = 10_000

    /// The maximum length of a peer's address, which identifies the peer in the store, in bytes.
    public static let addressBytes = 255
    /// The maximum number of addresses of a peer over links: in an invitation, in a request to pair, and in the store.
    public static let peerPlaces = 16

    /// The maximum number of digests in a request for messages.
    public static let requestedDigests = 1000

    /// The number of messages in a page if the request names no limit.
    public static let pageMessagesDefault = 50
    /// The maximum number of messages in a page.
    public static let pageMessages = 1000
    /// The maximum number of entries in a page of which some are only listed.
    public static let listEntries = 10_000
    /// The maximum number of ids in a request up to which the requester has everything else.
    public static let lackedIDs = 16
    /// The size in bytes after which a node ends a page of its log: 1 MiB. A page always has at least one message.
    public static let pageBytes = 1024 * 1024
    /// The maximum size of a page that a puller accepts, in bytes: 4 MiB.
    public static let pulledPageBytes = 4 * 1024 * 1024
    /// The maximum time for which a node delays an answer until it has news, in seconds.
    public static let waitSeconds = 60

    /// The maximum length of a tag in a page, in bytes.
    public static let tagBytes = 4 * 1024
    /// The maximum number of attributes of one XML tag in a page.
    public static let tagAttributes = 32

    /// What a message takes of the disk beside its values, roughly.
    package static let messageOverheadBytes = 256
}
