internal import Hummingbird
internal import NIOCore

/// The context of a request for handlers.
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
