package import ChatModel

extension PullFailure {
    /// Tells the node's owner why the peer was not read. It may quote a text that the peer wrote.
    package var ownerSentence: String {
        switch self {
        case .unreachable(.headerTooLong): "The peer's answer cannot be read: its header is too long."
        case .unreachable(.notHTTP): "The peer's answer cannot be read: it is not HTTP/1.1."
        case .noAnswer(let time): "The peer did not answer within \(time)."
        case .tooLarge: "The peer's answer is larger than the limit of \(Limits.pulledPageBytes) bytes."
        case .refused(_, let refusal?) where self.refusal != nil: Self.sentence(on: refusal)
        case .refused(let status, nil) where (300..<400).contains(status):
            "The peer answered \(status), a redirect. Use the address to which this one redirects."
        case .refused(let status, nil) where (400..<500).contains(status):
            "The peer answered \(status) without a reason, so it is probably another program. Check the address and the port."
        case .refused(let status, let refusal):
            "The peer answered \(status)\(refusal.map { ": \($0.sentence.quoted)" } ?? ".")"
        case .otherNode(let node):
            "The page names another node, \(node), than the one that answered. Tell the peer's owner."
        case .webPage: "The peer answered with a web page, not as a Tidings node. Check the address and the port."
        case .foreignGroup(let group, own: .none):
            "The peer is in the group \(group), and this node is in none. To exchange messages with it, ask a member of that group "
                + "for an invitation, and use it with tidings join; with --carry, the group can read the messages of this node. "
                + "The node cannot leave the group again."
        case .foreignGroup(let group, let own):
            "The peer is in the group \(group), and this node is in the group \(own). Remove the address from the --peer flags. To "
                + "take part in both groups, run a second node with another --data folder, and let it join."
        case .storeNotRead(let code): "The store of this node could not be read (\(code))."
        case .noPage(let reason):
            "The answer is not a page of a Tidings node. Check the address and the port. \(reason)"
        case .unreadable(let reason): reason
        case .unreachable, .brokenOff, .tooSlow: description
        }
    }

    /// Tells why the peer refuses this node's requests.
    private static func sentence(on refusal: Refusal) -> String {
        switch refusal.code {
        case .foreignHost:
            "The node there does not answer to the host name of this address. Its owner should start it with --allow-host and "
                + "that name."
        case .notPaired:
            "The node there does not know this node's key. Ask its owner for an invitation. Or its owner can start it with --peer "
                + "and this node's address for peers, which this node prints when it starts with --peer-listen: tidings:KEY@HOST:PORT."
        case .peerRemoved:
            "The owner of the node there has removed this node. Ask the owner to exchange messages with it again."
        case .peerPaused:
            "The owner of the node there has paused this node, or has still to confirm it after a restore. Ask its owner."
        case .pairingRequired:
            "The node there gives its messages out over encrypted links only. Use its address for peers instead of this one: "
                + "--peer tidings:KEY@HOST:PORT, and let its owner do the same with this node's."
        default: "The peer answered 409: \(refusal.sentence.quoted)"
        }
    }
}
