package import ChatServer

extension Listener {
    /// The flag that names the listener; nil for one that begins while the node runs.
    package var flag: String? {
        switch purpose {
        case .peers: "--peer-listen"
        case .clients: "--listen"
        case .phones, .administration: nil
        }
    }

    /// Whether the listener accepts connections to every address of the machine.
    package var isWildcard: Bool { host == "0.0.0.0" || host == "::" }
}
