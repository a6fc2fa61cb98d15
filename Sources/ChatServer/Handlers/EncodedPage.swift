internal import HTTPTypes
internal import NIOCore

/// The bytes of a page as one client or peer gets them.
struct EncodedPage {
    /// A page of so many bytes fits into one packet, also without compression.
    static let plainBytes = 1 << 10

    let body: ByteBuffer
    let headers: HTTPFields

    /// - Parameter acceptsGzip: whether the request came over a link and accepts gzip.
    init(_ page: [UInt8], for remote: RemoteAddress, acceptsGzip: Bool) throws {
        let isCompressed = Self.isCompressed(page.count, for: remote, acceptsGzip: acceptsGzip)
        body = ByteBuffer(bytes: isCompressed ? try Gzip.compressed(page) : page)
        headers = isCompressed ? [.contentEncoding: "gzip"] : [:]
    }

    /// Returns whether a page is compressed. On one machine, the compression takes longer than the transfer.
    static func isCompressed(_ byteCount: Int, for remote: RemoteAddress, acceptsGzip: Bool) -> Bool {
        acceptsGzip && byteCount > plainBytes && remote != .thisMachine
    }
}
