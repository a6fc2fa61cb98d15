internal import Hummingbird

/// The rule for who may read and write at the listeners for clients: users of the node. Everyone else is a stranger.
struct AccessRule: Sendable {
    /// Whether everyone who reaches a listener is a user.
    let isOpen: Bool
    let users: LoopbackUsers

    /// - Throws: ``Failure`` with `not-user`.
    func check(_ request: Request, _ context: ConnectionContext) throws(Failure) {
        if isOpen { return }
        guard context.remote == .thisMachine, context.isLoopback, !request.isForwarded,
            users.contains(userOf: context.channel)
        else { throw .notUser }
    }
}
