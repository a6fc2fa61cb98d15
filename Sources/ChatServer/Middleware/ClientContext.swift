internal import Hummingbird
internal import NIOCore

/// What a route knows of a request besides the request itself.
struct ClientContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request came.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Registers a closure that is called when the client has left, at once if it has left already.
    func onDeparture(_ departed: @escaping @Sendable () -> Void) {
        channel.triggerUserOutboundEvent(DepartureNotice(departed: departed), promise: nil)
    }
}

/// What stands behind a middleware. Hummingbird is compiled without `NonisolatedNonsendingByDefault`, so its closures
/// are concurrent, which has to be said here.
typealias NextResponder = @concurrent (Request, ClientContext) async throws -> Response
