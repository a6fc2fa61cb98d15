internal import ChatLink
internal import ChatModel
internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// The browsers of the node's owner: a token begins a session, and a session may administer.
///
/// All of them end with the process. Whoever has a token or a session is the owner, so neither is an argument of a program or
/// stands in a log.
final class OwnerSessions: Sendable {
    private struct State {
        var tokens = SessionTokens()
        /// The oldest one first.
        var sessions: [SessionSecret] = []
        /// The first listener that is reached from this machine.
        var loopback: Origin?
    }

    /// A further session ends the oldest one.
    static let maximum = 64

    private let publicOrigin: Origin?
    private let proxies: Set<RemoteAddress>
    private let users: LoopbackUsers
    private let command: String?
    private let time: any TimeSource
    private let state = Mutex(State())

    /// - Parameters:
    ///   - publicOrigin: the address of the web page at a proxy; nil without a proxy.
    ///   - proxies: the addresses of the proxy, if it is on another machine.
    ///   - command: the command with which the owner opens a web page, for a shell on this machine.
    init(
        publicOrigin: Origin?, proxies: Set<RemoteAddress>, users: LoopbackUsers, command: String?, time: any TimeSource
    ) {
        (self.publicOrigin, self.proxies, self.users) = (publicOrigin, proxies, users)
        (self.command, self.time) = (command, time)
    }

    // MARK: Tokens and sessions

    /// Returns the address of a web page that begins a session; nil if no session counts at the wanted origin, or if the node has
    /// no address at all. The part with the token never leaves the browser.
    ///
    /// - Parameters:
    ///   - lifetime: nil for an address that is valid until it is opened.
    ///   - wanted: the origin of the web page; nil for the usual one.
    func address(validFor lifetime: Duration?, at wanted: Origin? = nil) -> String? {
        guard let origin = wanted ?? usual, origin == publicOrigin || origin.isLoopback else { return nil }
        let expires = lifetime.map { time.monotonic + $0 }
        let token = state.withLock { $0.tokens.make(expiring: expires) }
        return "\(origin)/owner#\(token)"
    }

    /// Begins a session. The token ends with it.
    ///
    /// - Returns: nil for an unknown, expired or used token.
    func begin(with token: SessionSecret) -> SessionSecret? {
        let now = time.monotonic
        return state.withLock { $0.tokens.use(token, at: now) } ? begin() : nil
    }

    /// Begins a session. The caller knows that it is the owner's.
    func begin() -> SessionSecret {
        let session = SessionSecret.random()
        state.withLock { state in
            state.sessions.append(session)
            state.sessions.removeFirst(max(0, state.sessions.count - Self.maximum))
        }
        return session
    }

    /// Ends all sessions and tokens.
    func endAll() { state.withLock { ($0.sessions, $0.tokens) = ([], SessionTokens()) } }

    func contains(_ session: SessionSecret) -> Bool { state.withLock { $0.sessions.contains(session) } }

    /// Whether a request has a session of the owner, and comes to an address where it counts.
    func isOwner(_ request: Request, _ context: ConnectionContext) -> Bool {
        request.session.map(contains) == true && isOwnersAddress(request, context)
    }

    // MARK: Addresses

    /// Notes a listener. The first one for clients that is reached from this machine is the owner's address.
    func isListening(on listener: Listener) {
        // Of the two addresses of localhost, the first one, so that the address is the same at each start.
        guard listener.purpose == .clients, !listener.isOptional, let host = listener.loopbackHost else { return }
        let origin = Origin(.http, HostPort(host: host, port: listener.port).description)
        state.withLock { $0.loopback = $0.loopback ?? origin }
    }

    /// Whether a session counts at the address of a request: the encrypted public address, or one of a user of this machine.
    func isOwnersAddress(_ request: Request, _ context: ConnectionContext) -> Bool {
        publicOrigin?.scheme == .https && isOfProxy(request, context) || isOfUser(request, context)
    }

    /// Whether a request has come through the proxy: over loopback or from one of its addresses, with the public host.
    func isOfProxy(_ request: Request, _ context: ConnectionContext) -> Bool {
        guard let publicOrigin,
            context.remote == .thisMachine ? context.isLoopback : proxies.contains(context.remote)
        else { return false }
        return request.head.authority.flatMap { Origin(publicOrigin.scheme, $0) } == publicOrigin
    }

    private func isOfUser(_ request: Request, _ context: ConnectionContext) -> Bool {
        context.remote == .thisMachine && context.isLoopback && !request.isForwarded
            && users.contains(userOf: context.channel)
    }

    /// The failure of a request without a session. A user of this machine is told the command, with paths.
    func notOwner(_ request: Request, _ context: ConnectionContext) -> Failure {
        guard isOfUser(request, context), let command else { return .notOwner(command: nil) }
        // The browser keeps a session for the address of the web page, which need not be the usual one.
        let origin = request.head.authority.flatMap(owned)
        return .notOwner(command: command + (origin.map { $0 == usual ? "" : " --at \($0)" } ?? ""))
    }

    /// The address without a wish: that of the proxy, else of the first listener that is reached from this machine.
    var usual: Origin? { publicOrigin ?? state.withLock { $0.loopback } }

    /// Returns the origin of the web page for the field Host of a request; nil if no session counts there.
    private func owned(_ host: String) -> Origin? {
        if let publicOrigin, Origin(publicOrigin.scheme, host) == publicOrigin { return publicOrigin }
        return Origin(.http, host).flatMap { $0.isLoopback ? $0 : nil }
    }
}

extension Listener {
    /// The host in the address for a browser on this machine; nil if the listener is not reached by a loopback address.
    fileprivate var loopbackHost: String? {
        if host == "0.0.0.0" || host == "::" { return "127.0.0.1" }
        return isLoopback ? host : nil
    }
}
