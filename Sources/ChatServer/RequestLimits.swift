internal import ChatModel

/// The limits of requests and answers. A request over a limit gets a failure that names the limit.
enum RequestLimits {
    /// Bytes of path and query. A text of 16 KiB fits with each byte percent-encoded.
    static let uriBytes = 3 * Limits.textBytes + 16 * 1024
    /// Bytes of all header fields, names and values.
    static let headerBytes = 32 * 1024
    /// Header fields.
    static let headerFields = 100
    /// The maximum size of a form in bytes: a text of 16 KiB, percent-encoded, with room for the parts of a multipart
    /// form.
    static let bodyBytes = 128 * 1024
    /// The maximum size in bytes of a form from a node whose key need not be admitted. It has room for 16 admissions
    /// with node names of maximum length.
    static let nodeFormBytes = 32 << 10
    /// The bytes of a body in memory, in many parts, before a route reads it.
    static let decodedBodyBytes = 2 * bodyBytes
    /// Parts of a multipart form.
    static let formParts = 100

    /// Bytes of the address, or of all header fields, at which NIO's decoder fails. It cannot tell which of the two is too
    /// long, so this limit is above the ones that name it.
    static let decoderBytes = uriBytes + headerBytes
    /// Header fields at which NIO's decoder fails.
    static let decoderFields = 2 * headerFields

    /// Requests of one connection whose answers are not complete, for a client that sends requests without waiting for
    /// answers.
    static let pipelinedRequests = 16

    /// Bytes that the node holds for all clients together: see ``HeldBytes``.
    static let heldBytes = 64 << 20

    /// Bytes of records after which a chat page ends; it has at least one message. Escaping turns one byte into at most
    /// five (`&amp;`), so a page stays below ``Limits/pulledPageBytes``, the limit of clients.
    static let clientPageBytes = 640 << 10

    /// Digests of messages that a client requests at once.
    static let clientDigests = 50

    /// Rooms in `rooms.xml`: those with the newest messages.
    static let rooms = 500

    /// Requests that wait for messages at one time. The number is lower if the process has few connections. Further
    /// requests are answered without waiting.
    static let waiters = 10_000
}
