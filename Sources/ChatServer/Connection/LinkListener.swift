internal import ChatLink
internal import NIOCore
internal import Synchronization

/// The TLS of a peer listener, and its bound on strangers.
///
/// A *stranger* is a connection that has not proven an admitted key: it is in its handshake, or its key is unknown. The oldest
/// stranger of the address with the most is closed when there are too many, so half handshakes cost peers nothing.
final class LinkListener: Sendable {
    private let strangers: ConnectionTable
    private let peers: ConnectionTable
    private let trusted: TrustedAddresses
    private let server: LinkServer
    private let rate = Mutex(HandshakeRate())

    /// - Parameters:
    ///   - kept: the connections of the listener, above which one is closed for each new one.
    init(_ keys: LinkKeys, times: ConnectionTimes, kept: Int, trusted: TrustedAddresses) {
        let maximum = ConnectionLimit.strangers(of: kept)
        // A tunnel or a proxy on this machine has the connections of many nodes.
        strangers = ConnectionTable(maximum: maximum) { trusted.isPeer($0) }
        peers = ConnectionTable(maximum: max(1, kept - maximum)) { trusted.contains($0) }
        self.trusted = trusted
        server = LinkServer(keys, handshakeTime: times.handshake, answerToPlainHTTP: Failure.tlsRequired.http1Answer)
    }

    /// Adds TLS to a new connection, which is a stranger's until its key is proven.
    ///
    /// - Parameter onRequests: called on the event loop when the other side has proven its key and will send requests, with its
    ///   connection in the table that it is in from then on.
    func addTLS(
        to channel: any Channel, of address: RemoteAddress, onRequests: @escaping (ConnectionTable.Connection) -> Void
    ) throws {
        let stranger = strangers.add(channel, of: address)
        let mayBegin = { [self] in
            rate.withLock { $0.allows(address, isPeer: trusted.isPeer(address), now: .now()) }
        }
        try server.addHandlers(to: channel, mayBegin: mayBegin) { [self] key, admission, role in
            guard admission == .admitted else { return onRequests(stranger.connection) }
            trusted.noteProven(key, at: address)
            strangers.remove(stranger.connection, at: stranger.slot)
            let connection = peers.add(channel, of: address, isPeer: true).connection
            // On a turned link, the answers are due to this node.
            if role.answers { onRequests(connection) } else { connection.isActive(answersDue: 1, now: .now()) }
        }
    }
}

extension ConnectionTable {
    /// Adds a connection until it ends.
    func add(
        _ channel: any Channel, of address: RemoteAddress, isPeer: Bool = false
    ) -> (connection: Connection, slot: Int) {
        let (connection, slot) = add(address, isPeer: isPeer, now: .now()) { channel.closeNow() }
        channel.closeFuture.whenComplete { [self] _ in remove(connection, at: slot) }
        return (connection, slot)
    }
}
