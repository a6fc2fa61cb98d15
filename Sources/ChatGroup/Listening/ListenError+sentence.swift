package import ChatServer

extension ListenError {
    /// The sentence for the node's owner: the address, the reason, and what to do.
    package var ownerSentence: String {
        guard listener.purpose != .administration else {
            let file = listener.host.split(separator: "/").last ?? ""
            return "The node cannot listen at \(file) in its data folder, its socket for commands. \(advice)"
        }
        let flag = listener.flag.map { " (\($0))" } ?? ""
        return "Cannot listen on \(listener)\(flag). \(advice)"
    }

    private var advice: String {
        switch reason {
        case .portInUse:
            "The port is in use, by another program or by another listener of this node. Stop that program, or choose another "
                + "port."
        case .addressMissing: "This machine does not have that address. Choose one that it has."
        case .permissionDenied where listener.purpose == .administration:
            "Make its folder writable for the user who runs the node, and start the node again."
        case .permissionDenied:
            "The operating system reserves this port. Choose a port above 1023, or allow lower ones with sudo setcap "
                + "cap_net_bind_service=+ep and the path of tidings."
        case .nameNotResolved: "The name does not resolve to an address."
        case .notASocket: "A file or a folder is there. Move it away, and start the node again."
        case .other(let reason) where listener.purpose == .administration:
            "The reason: \(reason). Name a folder on another disk with --data."
        case .other(let reason): reason
        }
    }
}
