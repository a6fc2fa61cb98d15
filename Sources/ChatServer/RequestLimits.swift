internal import ChatModel

/// The bounds of a request, each with its unit in its name; a request that exceeds one is told which.
enum RequestLimits {
    /// Bytes of the address with its query: a text of 16 KiB fits, each byte percent-encoded.
    static let uriBytes = 3 * Limits.textBytes + 16 * 1024
    /// Bytes of all header fields, names and values.
    static let headerBytes = 32 * 1024
    /// Header fields.
    static let headerFields = 100
    /// Bytes of a form: the same text fits, with room for the parts of a multipart form.
    static let bodyBytes = 128 * 1024
    /// Parts of a multipart form.
    static let formParts = 100

    /// Bytes of the address and of all header fields at which NIO's decoder gives up. It can't say which of them is
    /// too long, so it must come after the bounds above.
    static let decoderBytes = 256 * 1024
    /// Header fields at which NIO's decoder gives up.
    static let decoderFields = 1000

    /// Bytes of signed forms after which a client's page ends; one message is always in it. Escaping makes five bytes
    /// of one at worst (`&amp;`), so a page stays below the ``Limits/pulledPageBytes`` that a client reads.
    static let clientPageBytes = 640 << 10

    /// Rooms in a list of them: those in which something was written last.
    static let rooms = 500

    /// Requests that are held for news at one time, at most; fewer where connections are scarce. More are answered at once.
    static let waiters = 10_000
}
