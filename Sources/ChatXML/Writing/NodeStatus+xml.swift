public import ChatModel

extension NodeStatus {
    /// Returns the document `status.xml`. A value that is not known has no attribute; times are milliseconds since 1970.
    ///
    /// - Parameter problem: the sentence for a peer in this state, which becomes the content of its element; nil for none.
    public func xml(problem: (PeerStatus.State) -> String?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(markup: "<status")
        bytes.append(attribute: "node", node)
        bytes.append(attribute: "name", name)
        bytes.append(attribute: "instance", instance)
        if groupID != .none { bytes.append(attribute: "group", groupID) }
        bytes.append(attribute: "now", now)
        bytes.append(attribute: "started", started)
        bytes.append(attribute: "revision", String(revision))
        bytes.append(attribute: "web", web)
        bytes.append(markup: ">\n")
        bytes.append(store)
        for peer in group.peers { bytes.append(peer, problem: problem(peer.state)) }
        for requester in group.requesters { bytes.append(requester) }
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
        append(attribute: "damaged", String(store.damaged))
        append(attribute: "healed", String(store.healed))
        append(markup: "/>\n")
    }

    fileprivate mutating func append(_ peer: PeerStatus, problem: String?) {
        append(markup: "<peer")
        append(attribute: "address", peer.address)
        append(attribute: "state", peer.state.name)
        append(attribute: "since", peer.since)
        if let node = peer.node { append(attribute: "node", node) }
        if let name = peer.name { append(attribute: "name", name) }
        if let lastPage = peer.lastPage { append(attribute: "last-page", lastPage) }
        if let lastInSync = peer.lastInSync { append(attribute: "last-in-sync", lastInSync) }
        if let behind = peer.behind { append(attribute: "behind", String(behind)) }
        if let lastRequest = peer.lastRequest { append(attribute: "last-request", lastRequest) }
        if let confirmed = peer.confirmed { append(attribute: "confirmed", confirmed.description) }
        if let unconfirmed = peer.unconfirmed { append(attribute: "unconfirmed", String(unconfirmed)) }
        append(attribute: "quarantined", String(peer.quarantined))
        append(attribute: "skipped", String(peer.skipped))
        append(attribute: "foreign", String(peer.foreign))
        if let laterForm = peer.laterForm { append(attribute: "later-form", laterForm.description) }
        guard let problem else { return append(markup: "/>\n") }
        append(markup: ">")
        append(escaping: problem.xmlBytes, for: .content)
        append(markup: "</peer>\n")
    }

    fileprivate mutating func append(_ requester: GroupStatus.Requester) {
        append(markup: "<requester")
        append(attribute: "node", requester.node)
        append(attribute: "last-request", requester.lastRequest)
        append(markup: "/>\n")
    }

    fileprivate mutating func append(attribute name: String, _ time: UnixTime) {
        append(attribute: name, String(time.milliseconds))
    }
}

extension PeerStatus.State {
    /// The value of the attribute `state`.
    fileprivate var name: String {
        switch self {
        case .connecting: "connecting"
        case .inSync: "in-sync"
        case .behind: "behind"
        case .failing: "failing"
        case .notStored: "not-stored"
        case .thisNode: "this-node"
        }
    }
}
