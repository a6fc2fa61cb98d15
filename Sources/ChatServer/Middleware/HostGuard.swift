internal import Hummingbird

/// Refuses requests for names to which the node does not answer, with 421.
struct HostGuard: RouterMiddleware {
    typealias Context = ClientContext

    let rule: HostRule

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        guard rule.allows(request.head.authority) else { throw Failure.foreignHost }
        return try await next(request, context)
    }
}

/// To which names the node answers: IP addresses, `localhost`, the machine's name and those given by `--allow-host`.
///
/// A page of another site reaches a node on this machine by letting its own name resolve to 127.0.0.1 (DNS
/// rebinding); then the browser sends that name as Host. An address can't be rebound.
struct HostRule: Sendable {
    private let names: Set<String>

    /// - Parameters:
    ///   - machineName: what the machine is called; also with `.local`, as multicast DNS says it.
    ///   - allowedHosts: further names, without ports.
    init(machineName: String, allowedHosts: [String]) {
        let machine = Self.normalized(machineName)
        let label = machine.hasSuffix(".local") ? String(machine.dropLast(".local".count)) : machine
        let own = label.isEmpty ? [] : [label, label + ".local"]
        names = Set(["localhost"] + own + allowedHosts.map(Self.normalized))
    }

    /// - Parameter host: the field Host; nothing where it is absent, which only HTTP/1.0 may leave out.
    func allows(_ host: String?) -> Bool {
        guard let host else { return true }
        guard let authority = Authority(host) else { return false }
        return authority.isAddress || names.contains(authority.host)
    }

    private static func normalized(_ name: String) -> String {
        (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
    }
}
