internal import ChatLink
internal import ChatModel
internal import Hummingbird
internal import NIOCore

/// The context of a request for handlers.
struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection of the request.
    let channel: any Channel
    /// The key of the peer, which the link proves; nil for a request of a client.
    var peer: PublicKey?
    /// The session that the path of the request names; nil for a path without one.
    var key: String?
    /// Whether the listener is for phones: only sessions count.
    var isOfPhone = false
    /// Whether the connection closes after the answer, whatever its status.
    var isLast = false

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Whether the connection came to a loopback address or to a Unix socket; true if that is not known.
    var isLoopback: Bool { channel.localAddress?.isLoopback ?? true }

    /// The address of the other side.
    var remote: RemoteAddress { RemoteAddress(channel.remoteAddress) }

    /// Registers a closure that is called when the other side has left, at once if it has left already.
    func onDeparture(_ departed: @escaping @Sendable () -> Void) {
        channel.triggerUserOutboundEvent(DepartureObserver(departed: departed), promise: nil)
    }

    /// Registers a closure that is called when the request is to wait no more: when the other side has left or has sent a further
    /// request over the connection, at once if it has already.
    func onWaitEnd(_ ended: @escaping @Sendable () -> Void) {
        channel.triggerUserOutboundEvent(DepartureObserver(departed: ended, endsAtNextRequest: true), promise: nil)
    }
}
