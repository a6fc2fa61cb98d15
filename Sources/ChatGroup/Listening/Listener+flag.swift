package import ChatServer

extension Listener {
    /// The flag that names the listener.
    package var flag: String { isForPeers ? "--peer-listen" : "--listen" }

    /// Whether the listener accepts connections to every address of the machine.
    package var isWildcard: Bool { host == "0.0.0.0" || host == "::" }
}
