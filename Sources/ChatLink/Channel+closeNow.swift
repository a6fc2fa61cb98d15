internal import Foundation
package import NIOCore

extension Channel {
    /// Closes the connection, and lets the operating system drop what the other side has not read. TLS is not ended first.
    package func closeNow() {
        _ = (self as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        triggerUserOutboundEvent(CloseNow(), promise: nil)
        close(promise: nil)
    }
}

/// An outbound user event that closes a link below TLS, which would wait for the other side.
package struct CloseNow: Sendable {}

/// Closes a link at once. The handler comes before TLS.
final class CloseNowHandler: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = ByteBuffer

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is CloseNow else { return context.triggerUserOutboundEvent(event, promise: promise) }
        context.close(promise: promise)
    }
}
