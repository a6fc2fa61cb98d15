internal import Hummingbird
internal import NIOCore

/// The context of a request for middleware and handlers.
struct ClientContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection of the request.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Registers a closure that is called when the client has left, at once if it has left already.
    func onDeparture(_ departed: @escaping @Sendable () -> Void) {
        channel.triggerUserOutboundEvent(DepartureObserver(departed: departed), promise: nil)
    }
}

/// The next responder of a middleware. It is `@concurrent` because Hummingbird is compiled without
/// `NonisolatedNonsendingByDefault`.
typealias NextResponder = @concurrent (Request, ClientContext) async throws -> Response
