/// What this node does on a link: it sends the requests, or it answers them.
///
/// On an ordinary link, the node that has opened it sends the requests. On a turned link, that node answers them: so a node
/// that nobody can dial is pulled from. The opener chooses with the protocol that it names in ALPN, and a link keeps its
/// direction.
package struct LinkRole: Hashable, Sendable {
    /// Whether this node has opened the link.
    package let isDialed: Bool
    package let isTurned: Bool

    package init(isDialed: Bool, isTurned: Bool) {
        self.isDialed = isDialed
        self.isTurned = isTurned
    }

    /// Whether this node answers requests on the link. Otherwise it sends them.
    package var answers: Bool { isDialed == isTurned }
}
