/// Asks a connection to say when its client has left: an outbound user event for ``ConnectionHandler``.
///
/// It holds until the answer under way is written. A client that half-closes has left as well: it is answered at once.
struct DepartureNotice: Sendable {
    /// Called once, on the connection's event loop; at once where the client has already left.
    let departed: @Sendable () -> Void
}
