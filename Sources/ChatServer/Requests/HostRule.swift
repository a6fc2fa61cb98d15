internal import ChatLink

/// The hosts that a request may name: `localhost`, the names that the owner allows, and IP addresses; from other machines
/// also this machine's name with and without `.local`.
///
/// A web page of another site can reach a node on this machine by making its own name resolve to 127.0.0.1 (DNS
/// rebinding). The browser then sends that name in the field Host. An IP address cannot be rebound. The machine's name can:
/// whoever answers for `.local` in the network can let it resolve to 127.0.0.1.
struct HostRule: Sendable {
    private let names: Set<String>
    private let machineNames: Set<String>

    /// - Parameters:
    ///   - machineName: The machine's name. The rule allows it, and its first label with and without `.local`, the suffix of
    ///     multicast DNS.
    ///   - allowedHosts: Further names, without ports.
    init(machineName: String, allowedHosts: [String]) {
        let machine = Self.normalized(machineName)
        let label = machine.prefix { $0 != "." }
        names = Set(["localhost"] + allowedHosts.map(Self.normalized))
        machineNames = label.isEmpty ? [] : [machine, String(label), label + ".local"]
    }

    /// - Parameters:
    ///   - host: The value of the field Host; nil if it is absent, which is legal in HTTP/1.0 only.
    ///   - isLoopback: Whether the connection came to a loopback address of this machine.
    func allows(_ host: String?, isLoopback: @autoclosure () -> Bool) -> Bool {
        guard let host else { return true }
        guard let named = Origin(.http, host) else { return false }
        if names.contains(named.host) { return true }
        if let address = named.address { return address.isLoopback || !isLoopback() }
        return machineNames.contains(named.host) && !isLoopback()
    }

    private static func normalized(_ name: String) -> String {
        (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
    }
}
