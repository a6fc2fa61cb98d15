internal import ChatServer

/// A listener on all interfaces that begins while the node runs, once for all who need it at the same time.
actor LateListener {
    private let purpose: Listener.Purpose
    /// The listener while it accepts connections.
    private var listener: Listener?
    /// The start that is in progress.
    private var starting: Task<Result<Listener, ListenError>, Never>?

    init(_ purpose: Listener.Purpose) { self.purpose = purpose }

    /// Listens on the first of the ports that is free, with IPv6 where the machine has it. Does nothing if the listener accepts
    /// connections already.
    ///
    /// - Parameters:
    ///   - ports: at least one; 0 lets the operating system choose.
    ///   - end: returns when the listener is to end; nil for one that stays.
    /// - Throws: ``ListenError`` for the last port.
    func listen(
        _ server: ChatServer, on ports: [Int], until end: (@Sendable () async -> Void)? = nil
    ) async throws(ListenError) -> Listener {
        if let listener { return listener }
        let start = starting ?? Task { [purpose] in await Self.start(server, purpose, ports, end) }
        starting = start
        let outcome = await start.value
        if starting == start {
            starting = nil
            listener = try? outcome.get()
        }
        return try outcome.get()
    }

    /// Forgets the listener, which is about to end, unless it is needed.
    ///
    /// - Returns: whether it ends.
    func end(unless isNeeded: @Sendable () -> Bool) -> Bool {
        if isNeeded() { return false }
        listener = nil
        return true
    }

    private static func start(
        _ server: ChatServer, _ purpose: Listener.Purpose, _ ports: [Int], _ end: (@Sendable () async -> Void)?
    ) async -> Result<Listener, ListenError> {
        var outcome: Result<Listener, ListenError>?
        for port in ports {
            for host in ["::", "0.0.0.0"] {
                let listener = Listener(host: host, port: port, purpose: purpose)
                do {
                    return .success(try await server.listen(on: listener, until: end))
                } catch {
                    let error = error as? ListenError ?? ListenError(listener, .other("\(error)"))
                    outcome = .failure(error)
                    // The resolver refuses IPv6 literals while no interface has an IPv6 address.
                    guard [.addressMissing, .nameNotResolved].contains(error.reason) else { break }
                }
            }
        }
        guard let outcome else { preconditionFailure("a listener has at least one port") }
        return outcome
    }
}
