internal import ChatLink
internal import ChatModel
internal import ChatServer
internal import ChatXML
internal import Logging

/// Lets phones in: makes the addresses at which their browsers begin a session, and listens for them in the networks of this
/// machine while one of them has a session.
struct Phones: Sendable {
    let listeners: PeerListeners
    let time: any TimeSource
    let logger: Logger
    private let late = LateListener(.phones)

    init(_ listeners: PeerListeners, _ time: any TimeSource, _ logger: Logger) {
        (self.listeners, self.time, self.logger) = (listeners, time, logger)
    }

    /// The port that is tried first.
    private static let usualPort = 8081
    /// The time between two looks whether the listener is still needed. A web page that is open asks at least as often, so it hears
    /// why it may not go on.
    private static let lookPause = Duration.seconds(10)

    /// Makes an address for one phone: that of the proxy, or one in the network that this machine shares with the phone.
    ///
    /// - Throws: ``Refusal`` with `not-listening`; `StoreError`.
    func invite() async throws -> InvitationAnswer {
        guard let server = listeners.server else { throw Self.notRunning }
        // The token comes first: the listener ends when no token is valid.
        let token = server.phoneToken()
        let origin = if let origin = server.publicOrigin { "\(origin)" } else { try await origin(of: server) }
        let link = "\(origin)/phone#\(token)"
        logger.notice("A code for a phone was made. Whoever reads it can read and write at this node.")
        return InvitationAnswer(
            link: link, expires: time.wall + UInt64(ChatServer.phoneTokenLifetime.components.seconds * 1000), uses: 1,
            code: QRCode(link)?.rows ?? [])
    }

    /// Listens again after a restart, if phones have sessions.
    func resume() async {
        guard let server = listeners.server, server.hasPhones, server.publicOrigin == nil else { return }
        do {
            try await listen(server)
        } catch {
            logger.warning(
                "Phones do not reach this node. \((error as? ListenError)?.ownerSentence ?? "\(error)") Then restart the node."
            )
        }
    }

    private func origin(of server: ChatServer) async throws -> String {
        let listener: Listener
        do {
            listener = try await listen(server)
        } catch let error as ListenError {
            throw Refusal(.notListening, "This node cannot listen for phones. \(error.ownerSentence)")
        }
        guard let place = await LocalAddresses.inNetworks(of: listener) else { throw Self.noNetwork }
        return "http://\(place)"
    }

    @discardableResult private func listen(_ server: ChatServer) async throws -> Listener {
        let kept = server.phonePort
        // Browsers that have sessions know the port.
        let ports = server.hasPhones ? [kept ?? Self.usualPort] : [kept ?? Self.usualPort, 0]
        let listener = try await late.listen(server, on: ports) { [late, time] in
            var wasNeeded = true
            // The sleep of a listener that has failed or ends with the node throws.
            while (try? await time.sleep(for: Self.lookPause)) != nil {
                if !wasNeeded, await late.end(unless: { server.expectsPhones }) { break }
                wasNeeded = server.expectsPhones
            }
        }
        try await server.keepPhonePort(listener.port)
        return listener
    }

    private static let notRunning = Refusal(
        .notListening, "This node does not listen for phones yet. Try again in a second.")

    private static let noNetwork = Refusal(
        .notListening,
        """
        This machine has no address in a local network, so no phone would find it. Connect it to the Wi-Fi of the phone, and try again. \
        Or let a proxy serve the page, and start the node with --public-url and its address.
        """)
}
