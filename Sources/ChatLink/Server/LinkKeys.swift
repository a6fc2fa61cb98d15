public import ChatModel
package import NIOCore
internal import NIOSSL
internal import Synchronization

/// The keys that the peer listener admits, and the open links of each.
///
/// The admission of a key is looked up for each request, because a resumed session brings no certificate that could be
/// checked.
public final class LinkKeys: Sendable {
    /// Links of one key at one time: with one more, the oldest is closed. Clones share a key.
    package static let linksOfOneKey = 16

    private struct State {
        /// The keys that are known.
        var admissions: [PublicKey: Admission]
        /// Made for the first handshake, and again after a key is not admitted any more.
        var context: NIOSSLContext?
        var keys: [ObjectIdentifier: PublicKey] = [:]
        /// The links of each key, the oldest first.
        var links: [PublicKey: [any Channel]] = [:]
    }

    private let identity: LinkIdentity
    private let state: Mutex<State>
    private let opened: (stream: AsyncStream<OpenedLink>, continuation: AsyncStream<OpenedLink>.Continuation)

    /// A link that an admitted node has opened.
    public struct OpenedLink: Sendable {
        public let key: PublicKey
        /// The IP address from which the node has connected.
        public let address: String
    }

    public init(_ identity: LinkIdentity, admitting keys: Set<PublicKey>) {
        self.identity = identity
        state = Mutex(State(admissions: keys.reduce(into: [:]) { $0[$1] = .admitted }))
        opened = AsyncStream<OpenedLink>.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    /// The links that admitted nodes open; some are left out if there are many at once. One task iterates them.
    public var openedLinks: AsyncStream<OpenedLink> { opened.stream }

    /// The key of this node.
    public var ownKey: PublicKey { identity.key }

    public func admission(of key: PublicKey) -> Admission {
        state.withLock { $0.admissions[key] ?? .unpaired }
    }

    /// Whether at least one node is a peer, also a paused one.
    public var hasPeers: Bool {
        state.withLock { $0.admissions.values.contains { $0 == .admitted || $0 == .paused } }
    }

    /// Changes what a key may do from now on. If it was admitted and is not any more, its links are closed, and no session of
    /// before can be resumed.
    public func set(_ admission: Admission, for key: PublicKey) {
        let links = state.withLock { state -> [any Channel] in
            let before = state.admissions.updateValue(admission, forKey: key)
            guard before == .admitted, admission != .admitted else { return [] }
            state.context = nil
            return state.links[key] ?? []
        }
        for link in links { link.closeNow() }
    }

    /// Returns the context for the next handshake.
    ///
    /// - Throws: an error of the TLS library.
    func context() throws -> NIOSSLContext {
        try state.withLock { state in
            if let context = state.context { return context }
            let context = try LinkTLS.serverContext(identity)
            state.context = context
            return context
        }
    }

    /// The key that the other side of a link has proven; nil for a connection without a complete handshake.
    package func key(of link: any Channel) -> PublicKey? {
        state.withLock { $0.keys[ObjectIdentifier(link)] }
    }

    /// Remembers a link from its handshake to its end.
    func opened(_ link: any Channel, of key: PublicKey) {
        let (excess, isAdmitted) = state.withLock { state in
            state.keys[ObjectIdentifier(link)] = key
            state.links[key, default: []].append(link)
            let excess = state.links[key]?.dropLast(Self.linksOfOneKey) ?? []
            return (excess, state.admissions[key] == .admitted)
        }
        if isAdmitted, let address = link.remoteAddress?.ipAddress {
            opened.continuation.yield(OpenedLink(key: key, address: address))
        }
        for link in excess { link.closeNow() }
        link.closeFuture.whenComplete { [self] _ in closed(link, of: key) }
    }

    private func closed(_ link: any Channel, of key: PublicKey) {
        state.withLock { state in
            state.keys[ObjectIdentifier(link)] = nil
            let others = state.links[key]?.filter { $0 !== link } ?? []
            state.links[key] = others.isEmpty ? nil : others
        }
    }
}
