public import ChatModel
package import NIOCore
internal import NIOSSL
internal import Synchronization

/// The keys that are admitted on links, and the open links of each.
///
/// The access of a key is looked up for each request, because a resumed session brings no certificate that could be
/// checked.
public final class LinkKeys: Sendable {
    /// Links that the nodes with one key may have open at one time: with one more, the oldest is closed. Clones share a key.
    package static let linksOfOneKey = 4

    private struct Link {
        let channel: any Channel
        let role: LinkRole
    }

    private struct State {
        /// The keys that are known.
        var access: [PublicKey: LinkAccess]
        /// Made for the first handshake, and again after a key is not admitted any more.
        var context: NIOSSLContext?
        var keys: [ObjectIdentifier: PublicKey] = [:]
        /// The links of each key, the oldest first.
        var links: [PublicKey: [Link]] = [:]

        /// The links to close after a key has opened one in a role. A node opens a turned link when its former one is dead, so
        /// that one ends, and the request over it is sent again.
        func excess(of key: PublicKey, _ role: LinkRole) -> [Link] {
            guard !role.isDialed, let links = links[key]?.filter({ !$0.role.isDialed }) else { return [] }
            let former = role.isTurned ? links.dropLast().filter(\.role.isTurned) : []
            return former + links.dropLast(LinkKeys.linksOfOneKey)
        }

        /// The link of a key that was opened last in a role.
        func link(of key: PublicKey, _ role: LinkRole) -> (any Channel)? {
            links[key]?.last { $0.role == role && $0.channel.isActive }?.channel
        }
    }

    let identity: LinkIdentity
    private let state: Mutex<State>
    /// Notified of each link of an admitted key that opens or ends.
    private let changes = ChangeSignal()
    private let opened: (stream: AsyncStream<OpenedLink>, continuation: AsyncStream<OpenedLink>.Continuation)

    /// A link that an admitted node has opened, in either direction.
    public struct OpenedLink: Sendable {
        public let key: PublicKey
        /// The IP address from which the node has connected.
        public let address: String
    }

    public init(_ identity: LinkIdentity, admitting keys: Set<PublicKey>) {
        self.identity = identity
        state = Mutex(State(access: keys.reduce(into: [:]) { $0[$1] = .admitted }))
        opened = AsyncStream<OpenedLink>.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    /// The links that admitted nodes open; some are left out if there are many at once. One task iterates them.
    public var openedLinks: AsyncStream<OpenedLink> { opened.stream }

    /// The key of this node.
    public var ownKey: PublicKey { identity.key }

    public func access(of key: PublicKey) -> LinkAccess {
        state.withLock { $0.access[key] ?? .unpaired }
    }

    /// Whether at least one node is a peer, also a paused one.
    public var hasPeers: Bool {
        state.withLock { $0.access.values.contains { $0 == .admitted || $0 == .paused } }
    }

    /// Changes what a key may do from now on. If it was admitted and is not any more, its links are closed, and no session of
    /// before can be resumed.
    public func set(_ access: LinkAccess, for key: PublicKey) {
        let links = state.withLock { state -> [any Channel] in
            let before = state.access.updateValue(access, forKey: key)
            guard before == .admitted, access != .admitted else { return [] }
            state.context = nil
            return state.links[key]?.map(\.channel) ?? []
        }
        for link in links { link.closeNow() }
    }

    // MARK: Links

    /// Returns the context for the next handshake. Its session tickets are only good for this context.
    ///
    /// - Throws: an error of the TLS library.
    func context() throws -> NIOSSLContext {
        try state.withLock { state in
            if let context = state.context { return context }
            let context = try NIOSSLContext(configuration: LinkTLS.server(identity))
            state.context = context
            return context
        }
    }

    /// The key that the other side of a link has proven; nil for a connection without a complete handshake.
    package func key(of link: any Channel) -> PublicKey? {
        state.withLock { $0.keys[ObjectIdentifier(link)] }
    }

    /// Remembers a link from its handshake to its end.
    func opened(_ link: any Channel, of key: PublicKey, as role: LinkRole) {
        let (excess, isAdmitted) = state.withLock { state in
            state.keys[ObjectIdentifier(link)] = key
            state.links[key, default: []].append(Link(channel: link, role: role))
            return (state.excess(of: key, role), state.access[key] == .admitted)
        }
        if isAdmitted, !role.isDialed, let address = link.remoteAddress?.ipAddress {
            opened.continuation.yield(OpenedLink(key: key, address: address))
        }
        if isAdmitted { changes.changed() }
        for link in excess { link.channel.closeNow() }
        link.closeFuture.whenComplete { [self] _ in closed(link, of: key) }
    }

    private func closed(_ link: any Channel, of key: PublicKey) {
        let isAdmitted = state.withLock { state in
            state.keys[ObjectIdentifier(link)] = nil
            let others = state.links[key]?.filter { $0.channel !== link } ?? []
            state.links[key] = others.isEmpty ? nil : others
            return state.access[key] == .admitted
        }
        if isAdmitted { changes.changed() }
    }

    /// The turned link on which this node sends requests to an admitted node: the newest one that the node has opened.
    func turnedLink(of key: PublicKey) -> (any Channel)? {
        state.withLock { state in
            guard state.access[key] == .admitted else { return nil }
            return state.link(of: key, LinkRole(isDialed: false, isTurned: true))
        }
    }

    /// Returns the turned link of a node as soon as there is one; nil if the task is cancelled.
    func nextTurnedLink(of key: PublicKey) async -> (any Channel)? {
        await changes.first { turnedLink(of: key) }
    }

    /// Returns when the node with a key has no ordinary link open here, or when the task is cancelled.
    package func waitForEndOfOrdinaryLinks(of key: PublicKey) async {
        _ = await changes.first { hasOrdinaryLink(of: key) ? nil : true }
    }

    /// Whether the node with a key has an ordinary link open here: then it can dial this node.
    package func hasOrdinaryLink(of key: PublicKey) -> Bool {
        state.withLock { $0.link(of: key, LinkRole(isDialed: false, isTurned: false)) != nil }
    }

    /// Closes links, in both directions.
    ///
    /// - Parameter isDead: whether the links at an address of this machine are dead.
    package func closeLinks(where isDead: (SocketAddress) -> Bool) {
        let links = state.withLock { $0.links.values.flatMap { $0.map(\.channel) } }
        for link in links where link.localAddress.map(isDead) == true { link.closeNow() }
    }
}
