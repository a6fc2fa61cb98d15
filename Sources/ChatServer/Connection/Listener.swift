internal import ChatModel
internal import NIOCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// An address on which clients reach the node.
public struct Listener: Hashable, Sendable, CustomStringConvertible {
    /// An IP address, IPv6 without brackets, or a name that resolves to one.
    public let host: String
    /// 0 lets the operating system choose.
    public let port: Int
    /// Whether the node starts without it where the machine does not have such an address.
    public let isOptional: Bool

    public init(host: String, port: Int, isOptional: Bool = false) {
        self.host = host
        self.port = port
        self.isOptional = isOptional
    }

    /// `host:port`, as it stands behind `--listen` and `http://`.
    public var description: String {
        HostPort(host: host, port: port).description
    }
}

/// Why the node cannot listen on an address: a sentence that names the address and the flag.
public struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    public let listener: Listener
    /// What happened, and what to do about it.
    public let sentence: String

    public var description: String { sentence }
}

extension ListenError {
    /// What the operating system's refusal means to the person who starts the node.
    init(_ error: any Error, for listener: Listener) {
        let problem =
            switch (error as? IOError)?.errnoCode {
            case EADDRINUSE: "the port is in use; stop what uses it or choose another port"
            case EADDRNOTAVAIL, EAFNOSUPPORT: "this machine does not have that address; choose one that it has"
            case EACCES, EPERM:
                "a port below 1024 needs a permission: choose another port, or allow it with "
                    + "sudo setcap cap_net_bind_service=+ep and the path of tidings"
            case nil where error is SocketAddressError.UnknownHost: "the name does not resolve to an address"
            default: "\(error)"
            }
        self.init(listener: listener, sentence: "Cannot listen on \(listener) (--listen): \(problem).")
    }

    /// Whether the machine lacks the address: then an optional listener is left out.
    static func isAddressMissing(_ error: any Error) -> Bool {
        switch (error as? IOError)?.errnoCode {
        case EADDRNOTAVAIL, EAFNOSUPPORT: true
        default: false
        }
    }
}
