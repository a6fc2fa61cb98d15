internal import NIOCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

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
