internal import ChatModel
package import NIOCore
internal import NIOSSL
internal import NIOTLS

/// Lets bytes through after a complete handshake only: with a protocol of links in ALPN, and with the key of a node. It holds
/// them until ``open(_:)`` is called. The handler comes directly after TLS.
package final class LinkGate: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer

    enum Outcome {
        case proven(PublicKey, isTurned: Bool)
        /// The other side did not choose a protocol of links.
        case otherProtocol
        case failed(any Error)
    }

    private var onHandshake: ((Outcome, any Channel) -> Void)?
    private let forwardsErrors: Bool
    private var isOpen = false
    private var isHolding = false
    /// The bytes that have come before the gate was opened.
    private var held: [NIOAny] = []

    /// - Parameters:
    ///   - forwardsErrors: false if the handlers after this one would treat an error as one of a request.
    ///   - onHandshake: called once, on the event loop, at the end of the handshake.
    init(forwardsErrors: Bool, onHandshake: @escaping (Outcome, any Channel) -> Void) {
        self.forwardsErrors = forwardsErrors
        self.onHandshake = onHandshake
    }

    /// Lets the bytes of a link through. Call it on the event loop, when the link has all its handlers.
    package static func open(_ link: any Channel) throws {
        let context = try link.pipeline.syncOperations.context(handlerType: LinkGate.self)
        guard let gate = context.handler as? LinkGate else { return }
        gate.isOpen = true
        guard gate.isHolding else { return }
        for bytes in gate.held { context.fireChannelRead(bytes) }
        if !gate.held.isEmpty { context.fireChannelReadComplete() }
        gate.held = []
        try link.syncOptions?.setOption(.autoRead, value: true)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let name) = event as? TLSUserEvent {
            handshakeCompleted(with: name, context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func handshakeCompleted(with applicationProtocol: String?, _ context: ChannelHandlerContext) {
        let isTurned = applicationProtocol == LinkTLS.turnedProtocol
        guard isTurned || applicationProtocol == LinkTLS.applicationProtocol else {
            return refuse(.otherProtocol, context)
        }
        guard let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate(),
            let key = ProvenKey.key(of: certificate)
        else { return refuse(.failed(NIOSSLError.noCertificateToValidate), context) }
        end(.proven(key, isTurned: isTurned), context)
        isHolding = !isOpen
        if isHolding { try? context.channel.syncOptions?.setOption(.autoRead, value: false) }
    }

    private func refuse(_ outcome: Outcome, _ context: ChannelHandlerContext) {
        end(outcome, context)
        context.close(promise: nil)
    }

    private func end(_ outcome: Outcome, _ context: ChannelHandlerContext) {
        onHandshake?(outcome, context.channel)
        onHandshake = nil
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOpen { context.fireChannelRead(data) } else if isHolding { held.append(data) }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(.failed(error), context)
        if forwardsErrors { context.fireErrorCaught(error) }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        end(.failed(ChannelError.eof), context)
        context.fireChannelInactive()
    }
}

@available(*, unavailable)
extension LinkGate: Sendable {}
