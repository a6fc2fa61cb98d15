internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOEmbedded
internal import NIOHTTP1
internal import NIOHTTPCompression

/// Compresses bytes with NIO's compressor in a channel without a connection.
///
/// The connections contain no compressor, because such a compressor would compress the same files again for each request. It
/// would also take the thread of many connections for some milliseconds, to compress a page.
enum Gzip {
    /// Whether Accept-Encoding lists gzip, and not with the weight 0 (RFC 9110, section 12.5.3).
    static func isAccepted(by request: Request) -> Bool {
        let parts = request.headers[values: .acceptEncoding].flatMap { $0.lowercased().split(separator: ",") }
        return parts.contains { part in
            let words = part.split { $0 == ";" || $0 == " " || $0 == "\t" }
            return words.first == "gzip" && words.dropFirst().allSatisfy { $0.wholeMatch(of: /q=0(\.0*)?/) == nil }
        }
    }

    static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Accept-Encoding": "gzip"])
        try channel.writeInbound(HTTPServerRequestPart.head(request))
        for part in response(bytes) { channel.write(part, promise: nil) }
        channel.flush()
        var compressed: [UInt8] = []
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .body(.byteBuffer(let buffer)) = part { compressed += Array(buffer: buffer) }
        }
        return compressed
    }

    private static func response(_ bytes: [UInt8]) -> [HTTPServerResponsePart] {
        [
            .head(HTTPResponseHead(version: .http1_1, status: .ok)), .body(.byteBuffer(ByteBuffer(bytes: bytes))),
            .end(nil),
        ]
    }
}
