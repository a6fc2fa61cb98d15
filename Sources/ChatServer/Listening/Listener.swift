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
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
