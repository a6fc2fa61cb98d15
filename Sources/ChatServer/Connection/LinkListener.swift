internal import ChatLink
internal import NIOCore

/// The TLS of a peer listener, and its bound on strangers.
///
/// A *stranger* is a connection that has not proven an admitted key: it is in its handshake, or its key is unknown. The oldest
/// stranger of the address with the most is closed when there are too many, so half handshakes take nothing from peers.
struct LinkListener: Sendable {
    let strangers: ClientTable
    private let peers: ClientTable
    private let server: LinkServer

    /// - Parameters:
    ///   - kept: the connections of the listener, above which one is closed for each new one.
    init(_ keys: LinkKeys, times: ConnectionTimes, kept: Int, trusted: TrustedClients) {
        let maximum = ConnectionLimit.strangers(of: kept)
        strangers = ClientTable(maximum: maximum, trusted: trusted)
        peers = ClientTable(maximum: max(1, kept - maximum), trusted: trusted)
        server = LinkServer(keys, handshakeTime: times.handshake, answerToPlainHTTP: Failure.tlsRequired.http1Answer)
    }

    /// Adds TLS to a new connection.
    ///
    /// - Parameters:
    ///   - stranger: the connection's place in ``strangers``.
    ///   - onAdmitted: called on the event loop when the connection has become one of a peer.
    func addTLS(
        to channel: any Channel, _ stranger: (client: ClientTable.Client, place: Int),
        onAdmitted: @escaping (ClientTable.Client) -> Void
    ) throws {
        try server.addHandlers(to: channel) { [self] admission in
            guard admission == .admitted else { return }
            strangers.remove(stranger.client, at: stranger.place)
            onAdmitted(peers.add(channel, of: stranger.client.address, isPeer: true).client)
        }
    }
}

extension ClientTable {
    /// Adds a connection until it ends.
    func add(
        _ channel: any Channel, of address: ClientAddress, isPeer: Bool = false
    ) -> (client: Client, place: Int) {
        let (client, place) = add(address, isPeer: isPeer, now: .now()) { channel.closeNow() }
        channel.closeFuture.whenComplete { [self] _ in remove(client, at: place) }
        return (client, place)
    }
}
