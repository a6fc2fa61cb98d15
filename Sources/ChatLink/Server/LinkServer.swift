package import ChatModel
package import NIOCore
internal import NIOSSL

/// The TLS of a peer listener.
package struct LinkServer: Sendable {
    private let keys: LinkKeys
    private let handshakeTime: TimeAmount
    private let answerToPlainHTTP: [UInt8]

    /// - Parameters:
    ///   - handshakeTime: the longest time from the connection to the end of the handshake.
    ///   - answerToPlainHTTP: the bytes for a client that sends no TLS.
    package init(_ keys: LinkKeys, handshakeTime: Duration, answerToPlainHTTP: [UInt8]) {
        self.keys = keys
        self.handshakeTime = TimeAmount(handshakeTime)
        self.answerToPlainHTTP = answerToPlainHTTP
    }

    /// Adds TLS to a new connection, on its event loop, before the handlers that it has.
    ///
    /// Every key of a node is accepted here: an unknown one gets an answer that says so, which a broken handshake could not
    /// say. The routes look up what it may do.
    ///
    /// - Parameters:
    ///   - mayBegin: called on the event loop when the first bytes of a handshake have come.
    ///   - onProven: called on the event loop when the other side has proven its key, with what it may do and with this node's
    ///     role. A link on which this node sends the requests has all its handlers.
    package func addHandlers(
        to channel: any Channel, mayBegin: @escaping () -> Bool,
        onProven: @escaping (PublicKey, LinkAccess, LinkRole) -> Void
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        let handshake = HandshakeGuard(time: handshakeTime, answerToPlainHTTP: answerToPlainHTTP, mayBegin: mayBegin)
        let tls = NIOSSLServerHandler(
            context: try keys.context(), configuration: LinkTLS.handlerConfiguration,
            customVerificationCallbackWithMetadata: ProvenKey.verification { _ in true })
        let gate = LinkGate(forwardsErrors: false) { [keys] outcome, channel in
            guard case .proven(let key, let isTurned) = outcome else { return }
            handshake.handshakeEnded()
            let (role, access) = (LinkRole(isDialed: false, isTurned: isTurned), keys.access(of: key))
            if !role.answers {
                // The other node learns the reason when it pulls.
                guard access == .admitted, (try? ExchangeHandler.addHandlers(to: channel)) != nil else {
                    return channel.closeNow()
                }
            }
            keys.opened(channel, of: key, as: role)
            onProven(key, access, role)
            try? LinkGate.open(channel)
        }
        try pipeline.addHandlers([CloseNowHandler(), handshake, tls, gate], position: .first)
    }
}
