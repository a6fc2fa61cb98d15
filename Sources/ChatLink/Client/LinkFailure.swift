internal import ChatClient
internal import ChatModel
internal import NIOCore
internal import NIOSSL

/// Why there is no link.
struct LinkFailure: Error, Hashable {
    let problem: ConnectionProblem

    init(_ problem: ConnectionProblem) {
        self.problem = problem
    }

    /// - Parameter answered: the key that another node than the wanted one has shown.
    init(_ error: any Error, answered: PublicKey? = nil) {
        if let answered {
            self.init(.otherKey(answered))
            return
        }
        switch error {
        case let failure as LinkFailure: self = failure
        case NIOSSLError.handshakeFailed(let reason): self.init(Self.problem(of: reason))
        case NIOSSLError.uncleanShutdown, ChannelError.eof: self.init(.closed)
        default: self.init(ConnectionProblem(error))
        }
    }

    /// BoringSSL's names of the errors that plain HTTP and an older TLS cause. The library gives no codes.
    private static let notTLS13 = [
        "WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNSUPPORTED_PROTOCOL", "ALERT_PROTOCOL_VERSION", "UNEXPECTED_MESSAGE",
    ]

    private static func problem(of error: BoringSSLError) -> ConnectionProblem {
        guard case .sslError(let errors) = error else { return .handshakeFailed("\(error)") }
        if errors.contains(.eofDuringHandshake) { return .closed }
        let text = errors.map(\.description).joined(separator: "; ")
        return notTLS13.contains(where: text.contains) ? .notTLS13 : .handshakeFailed(text)
    }
}
