internal import ChatClient
internal import ChatModel
internal import NIOCore
internal import NIOSSL

extension ConnectionProblem {
    /// Why there is no link, or why it broke.
    init(ofLink error: any Error) {
        self =
            switch error {
            case NIOSSLError.handshakeFailed(let reason): Self.problem(of: reason)
            // In TLS 1.3, a server refuses the certificate of a dialer after the dialer's handshake.
            case let reason as BoringSSLError: Self.problem(of: reason)
            case NIOSSLError.uncleanShutdown, NIOSSLError.shutdownFailed(_), ChannelError.eof: .closed
            default: Self(error)
            }
    }

    /// BoringSSL's names of the errors that plain HTTP and an older TLS cause. The library gives no codes.
    private static let notTLS13 = [
        "WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNSUPPORTED_PROTOCOL", "ALERT_PROTOCOL_VERSION", "UNEXPECTED_MESSAGE",
    ]

    /// BoringSSL's names of the errors that another kind of server causes, such as a web server: the alerts with which it
    /// refuses the only protocol and the only signatures that a node offers, or a node's certificate; and the errors that its
    /// own certificate causes here.
    private static let notLink = [
        "ALERT_HANDSHAKE_FAILURE", "ALERT_NO_APPLICATION_PROTOCOL", "ALERT_INSUFFICIENT_SECURITY",
        "ALERT_UNRECOGNIZED_NAME", "ALERT_BAD_CERTIFICATE", "ALERT_UNSUPPORTED_CERTIFICATE",
        "ALERT_CERTIFICATE_UNKNOWN", "ALERT_CERTIFICATE_REQUIRED", "ALERT_UNKNOWN_CA", "ALERT_ACCESS_DENIED",
        "CERTIFICATE_VERIFY_FAILED", "WRONG_SIGNATURE_TYPE", "NO_COMMON_SIGNATURE_ALGORITHMS",
    ]

    private static func problem(of error: BoringSSLError) -> ConnectionProblem {
        let errors: NIOBoringSSLErrorStack
        switch error {
        case .sslError(let stack), .unknownError(let stack): errors = stack
        default: return .handshakeFailed("\(error)")
        }
        if errors.contains(.eofDuringHandshake) { return .closed }
        let names = errors.map(\.name).joined(separator: ", ")
        if notTLS13.contains(where: names.contains) { return .notTLS13 }
        return notLink.contains(where: names.contains) ? .notLink : .handshakeFailed(names)
    }
}

extension BoringSSLInternalError {
    /// BoringSSL's name of the error, such as BAD_SIGNATURE. The description also has numbers and, after "at", a file of the
    /// library with its path on the machine of the build.
    fileprivate var name: String {
        guard let start = description.firstRange(of: "OPENSSL_internal:")?.upperBound else { return description }
        let rest = description[start...]
        return String(rest[..<(rest.firstRange(of: " at ")?.lowerBound ?? rest.endIndex)])
    }
}
