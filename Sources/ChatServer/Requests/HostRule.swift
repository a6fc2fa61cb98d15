/// The hosts that a request may name: any IP address, `localhost`, the machine's name with and without `.local`, and the
/// names that the owner allows.
///
/// A web page of another site can reach a node on this machine by making its own name resolve to 127.0.0.1 (DNS
/// rebinding). The browser then sends that name in the field Host. An IP address cannot be rebound.
struct HostRule: Sendable {
    private let names: Set<String>

    /// - Parameters:
    ///   - machineName: The machine's name. The rule allows it with and without `.local`, the suffix of multicast DNS.
    ///   - allowedHosts: Further names, without ports.
    init(machineName: String, allowedHosts: [String]) {
        let machine = Self.normalized(machineName)
        let label = machine.hasSuffix(".local") ? String(machine.dropLast(".local".count)) : machine
        let own = label.isEmpty ? [] : [label, label + ".local"]
        names = Set(["localhost"] + own + allowedHosts.map(Self.normalized))
    }

    /// - Parameter host: The value of the field Host; nil if it is absent, which is legal in HTTP/1.0 only.
    func allows(_ host: String?) -> Bool {
        guard let host else { return true }
        guard let authority = Authority(host) else { return false }
        return authority.isAddress || names.contains(authority.host)
    }

    private static func normalized(_ name: String) -> String {
        (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
    }
}
