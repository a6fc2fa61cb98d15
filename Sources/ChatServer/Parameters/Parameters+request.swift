internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Parameters {
    /// Reads a request's query string and, of a POST, its form.
    ///
    /// - Throws: ``Failure`` with `body-too-large`, `unsupported-type`, `bad-multipart`; with what kept the body from
    ///   arriving.
    init(of request: Request) async throws {
        add(URLEncodedForm.pairs(in: (request.uri.query ?? "").utf8))
        guard request.method == .post else {
            // Read although it means nothing: what lies unread hides from the connection that its client has left.
            _ = try await Self.body(of: request)
            return
        }
        let form = try FormType(of: request.headers)
        add(try form.pairs(in: try await Self.body(of: request)))
    }

    private static func body(of request: Request) async throws -> [UInt8] {
        let announced = request.headers[.contentLength].flatMap(Int.init) ?? 0
        guard announced <= RequestLimits.bodyBytes else { throw Failure.bodyTooLarge }
        return Array(buffer: try await request.body.collect(upTo: RequestLimits.bodyBytes))
    }
}
