internal import Foundation
package import NIOCore

extension Channel {
    /// Closes the connection, and lets the operating system drop what the other side has not read. TLS is not ended first.
    package func closeNow() {
        _ = (self as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        // Only a connection with a HandshakeGuard handles the event.
        triggerUserOutboundEvent(CloseNow(), promise: nil)
        close(promise: nil)
    }
}

/// An outbound user event that closes a connection below TLS, which would wait for the other side.
struct CloseNow: Sendable {}
