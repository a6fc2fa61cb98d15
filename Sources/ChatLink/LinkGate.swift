internal import ChatModel
internal import NIOCore
internal import NIOSSL
internal import NIOTLS

/// Lets bytes through after a complete handshake only: with the protocol of links in ALPN, and with the key of a node. The
/// handler's place is directly after TLS.
final class LinkGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    enum Outcome {
        case proven(PublicKey)
        /// The other side did not choose the protocol of links.
        case otherProtocol
        case failed(any Error)
    }

    private var onHandshake: ((Outcome, any Channel) -> Void)?
    private let forwardsErrors: Bool
    private var isOpen = false

    /// - Parameters:
    ///   - forwardsErrors: false if the handlers after this one take an error for that of a request.
    ///   - onHandshake: called once, on the event loop, at the end of the handshake.
    init(forwardsErrors: Bool, onHandshake: @escaping (Outcome, any Channel) -> Void) {
        self.forwardsErrors = forwardsErrors
        self.onHandshake = onHandshake
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let name) = event as? TLSUserEvent {
            handshakeCompleted(with: name, context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func handshakeCompleted(with applicationProtocol: String?, _ context: ChannelHandlerContext) {
        guard applicationProtocol == LinkTLS.applicationProtocol else { return refuse(.otherProtocol, context) }
        guard let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate(),
            let key = ProvenKey.key(of: certificate)
        else { return refuse(.failed(NIOSSLError.noCertificateToValidate), context) }
        isOpen = true
        end(.proven(key), context)
    }

    private func refuse(_ outcome: Outcome, _ context: ChannelHandlerContext) {
        end(outcome, context)
        context.close(promise: nil)
    }

    private func end(_ outcome: Outcome, _ context: ChannelHandlerContext) {
        onHandshake?(outcome, context.channel)
        onHandshake = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOpen { context.fireChannelRead(data) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(.failed(error), context)
        if forwardsErrors { context.fireErrorCaught(error) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.failed(ChannelError.eof), context)
        context.fireChannelInactive()
    }
}

@available(*, unavailable)
extension LinkGate: Sendable {}
