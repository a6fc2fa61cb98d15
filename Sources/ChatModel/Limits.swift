/// The bounds of the protocol, each with its unit in its name.
///
/// They are the same on every node: a bound that differed from node to node would hide messages from some of them.
public enum Limits {
    /// Fields in one message, at most.
    public static let fieldCount = 16
    /// Bytes of a field's name, at most.
    public static let fieldNameBytes = 32
    /// Unicode scalars in `user`, `room` and `device`, at most.
    public static let shortFieldScalars = 64
    /// Bytes of UTF-8 in `user`, `room` and `device`, at most.
    public static let shortFieldBytes = 256
    /// Bytes of UTF-8 in `text`, at most.
    public static let textBytes = 16 * 1024
    /// Bytes of a message's signed form, at most.
    public static let signedFormBytes = 24 * 1024

    /// Every id in a log lies below this: the 2011 client reads ids into a 32-bit `int`.
    public static let idCeiling: UInt64 = 1 << 31
    /// Pairs of id and mark that a cursor keeps, at most.
    public static let cursorPairs = 32

    /// Messages in a page that does not say otherwise.
    public static let pageMessagesDefault = 50
    /// Messages in a page, at most.
    public static let pageMessages = 1000
    /// Bytes after which a page of a log ends; one message is always in it.
    public static let pageBytes = 1024 * 1024
    /// Bytes of a page that a puller reads, at most.
    public static let pulledPageBytes = 4 * 1024 * 1024
    /// Seconds that an answer may be held back for news, at most.
    public static let waitSeconds = 60

    /// Bytes of one tag in a page that is read, at most.
    public static let tagBytes = 4 * 1024
    /// Attributes of one tag in a page that is read, at most.
    public static let tagAttributes = 32
}
