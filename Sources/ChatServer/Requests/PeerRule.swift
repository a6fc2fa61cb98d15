internal import ChatLink
internal import ChatModel
internal import Hummingbird

/// The rule for links: the key of the other node has to be admitted at the moment of each request, unless it sends
/// one of the forms for all nodes.
struct PeerRule: Sendable {
    let keys: LinkKeys
    /// The paths of the forms for all nodes.
    let openPaths: Set<String>

    /// - Throws: ``Failure`` with `not-paired`, `peer-paused` or `peer-removed`.
    @Sendable func check(_ request: Request, _ context: inout ConnectionContext) throws(Failure) {
        guard let key = keys.key(of: context.channel) else { throw .notPaired(nil) }
        guard !openPaths.contains(request.uri.path) else {
            context.peer = key
            // The connection counts as that of a stranger.
            context.isLast = true
            return
        }
        switch keys.access(of: key) {
        case .admitted: context.peer = key
        case .unpaired: throw .notPaired(key)
        case .paused: throw .peerPaused
        case .removed: throw .peerRemoved
        }
    }
}
