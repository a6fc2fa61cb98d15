public import ChatModel

extension NodeStatus {
    /// The document `status.xml`: what is not known is left out, times are milliseconds since 1970.
    public var xml: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(markup: "<status")
        bytes.append(attribute: "node", node.base64URL)
        bytes.append(attribute: "name", name)
        bytes.append(attribute: "instance", instance.base64URL)
        bytes.append(attribute: "now", now)
        bytes.append(attribute: "started", started)
        bytes.append(attribute: "revision", String(revision))
        bytes.append(attribute: "page", page)
        bytes.append(markup: ">\n")
        bytes.append(store)
        for peer in group.peers { bytes.append(peer) }
        for asker in group.askers { bytes.append(asker) }
        bytes.append(markup: "</status>\n")
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ store: StoreStatus) {
        append(markup: "<store")
        append(attribute: "messages", String(store.messages))
        append(attribute: "high", store.high.description)
        append(attribute: "bytes", String(store.bytes))
        append(attribute: "limit", String(store.limitBytes))
        append(markup: "/>\n")
    }

    fileprivate mutating func append(_ peer: PeerStatus) {
        append(markup: "<peer")
        append(attribute: "address", peer.address)
        append(attribute: "state", peer.state.name)
        append(attribute: "since", peer.since)
        if let node = peer.node { append(attribute: "node", node.base64URL) }
        if let name = peer.name { append(attribute: "name", name) }
        if let answered = peer.answered { append(attribute: "answered", answered) }
        if let current = peer.current { append(attribute: "current", current) }
        if let behind = peer.behind { append(attribute: "behind", String(behind)) }
        if let asked = peer.asked { append(attribute: "asked", asked) }
        if let read = peer.read { append(attribute: "read", read.description) }
        if let unread = peer.unread { append(attribute: "unread", String(unread)) }
        append(attribute: "quarantined", String(peer.quarantined))
        append(attribute: "skipped", String(peer.skipped))
        guard let trouble = peer.state.trouble else { return append(markup: "/>\n") }
        append(markup: ">")
        append(escaping: trouble.xmlBytes, for: .content)
        append(markup: "</peer>\n")
    }

    fileprivate mutating func append(_ asker: GroupStatus.Asker) {
        append(markup: "<asker")
        append(attribute: "node", asker.node.base64URL)
        append(attribute: "asked", asker.asked)
        append(markup: "/>\n")
    }

    fileprivate mutating func append(attribute name: String, _ time: UnixTime) {
        append(attribute: name, String(time.milliseconds))
    }
}

extension PeerStatus.State {
    fileprivate var name: String {
        switch self {
        case .connecting: "connecting"
        case .current: "current"
        case .behind: "behind"
        case .failing: "failing"
        case .notStored: "not-stored"
        case .itself: "itself"
        }
    }

    /// What is wrong, for a person.
    fileprivate var trouble: String? {
        switch self {
        case .failing(let why), .notStored(let why): why
        case .itself: "This address leads back to the node itself; take it off the --peer list."
        case .connecting, .current, .behind: nil
        }
    }
}
