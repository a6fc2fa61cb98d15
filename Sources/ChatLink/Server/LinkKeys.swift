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
        var admitted: Set<PublicKey>
        var removed: Set<PublicKey> = []
        var context: NIOSSLContext
        var keys: [ObjectIdentifier: PublicKey] = [:]
        /// The links of each key, the oldest first.
        var links: [PublicKey: [any Channel]] = [:]
    }

    private let identity: LinkIdentity
    private let state: Mutex<State>

    /// - Throws: an error of the TLS library.
    public init(_ identity: LinkIdentity, admitting keys: Set<PublicKey>) throws {
        self.identity = identity
        state = Mutex(State(admitted: keys, context: try LinkTLS.serverContext(identity)))
    }

    /// The key of this node.
    public var ownKey: PublicKey { identity.key }

    public func admission(of key: PublicKey) -> Admission {
        state.withLock { state in
            if state.admitted.contains(key) { return .admitted }
            return state.removed.contains(key) ? .refused : .unpaired
        }
    }

    /// Admits a key from now on. Its open links are closed, because they count as those of a stranger.
    public func admit(_ key: PublicKey) {
        let links = state.withLock { state in
            state.removed.remove(key)
            return state.admitted.insert(key).inserted ? state.links[key] ?? [] : []
        }
        for link in links { link.closeNow() }
    }

    /// Refuses a key from now on, and closes its links. No session of before can be resumed.
    ///
    /// - Throws: an error of the TLS library. The key is refused all the same.
    public func remove(_ key: PublicKey) throws {
        let links = state.withLock { state in
            state.admitted.remove(key)
            state.removed.insert(key)
            return state.links[key] ?? []
        }
        for link in links { link.closeNow() }
        let context = try LinkTLS.serverContext(identity)
        state.withLock { $0.context = context }
    }

    /// The context for the next handshake.
    var context: NIOSSLContext { state.withLock { $0.context } }

    /// The key that the other side of a link has proven; nil for a connection without a complete handshake.
    package func key(of link: any Channel) -> PublicKey? {
        state.withLock { $0.keys[ObjectIdentifier(link)] }
    }

    /// Remembers a link from its handshake to its end.
    func opened(_ link: any Channel, of key: PublicKey) {
        let excess = state.withLock { state in
            state.keys[ObjectIdentifier(link)] = key
            state.links[key, default: []].append(link)
            return state.links[key]?.dropLast(Self.linksOfOneKey) ?? []
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
