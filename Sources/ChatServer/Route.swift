internal import HTTPTypes
internal import Hummingbird

/// An address in the node's folders, and what answers there.
struct Route {
    typealias Handler = @Sendable @concurrent (Request, ClientContext) async throws -> Response

    let path: String
    let methods: [HTTPRequest.Method]
    let handler: Handler

    init(_ path: String, _ methods: [HTTPRequest.Method], _ handler: @escaping Handler) {
        self.path = path
        self.methods = methods
        self.handler = handler
    }
}
