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
        if isOfFormerGroup { bytes.append(attribute: "former-group", "yes") }
        if let standing = peers.standing { bytes.append(standing) }
        bytes.append(attribute: "now", now)
        bytes.append(attribute: "started", started)
        bytes.append(attribute: "revision", revision)
        bytes.append(attribute: "web", web)
        bytes.append(markup: ">\n")
        bytes.append(store)
        for peer in peers.peers { bytes.append(peer, problem: problem(peer.state)) }
        for removed in peers.removed { bytes.append(removed) }
        for petname in peers.petnames { bytes.append(petname) }
        for requester in peers.requesters { bytes.append(requester) }
        bytes.append(markup: "</status>\n")
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ store: StoreStatus) {
        append(markup: "<store")
        append(attribute: "messages", UInt64(store.messages))
        append(attribute: "high", store.high.rawValue)
        append(attribute: "bytes", UInt64(store.bytes))
        append(attribute: "limit", UInt64(store.limitBytes))
        append(attribute: "damaged", UInt64(store.damaged))
        append(attribute: "healed", UInt64(store.healed))
        if let failure = store.failure {
            append(attribute: "failure", "\(failure.code)")
            append(attribute: "failure-since", failure.since)
        }
        if let full = store.expectedFull { append(attribute: "expected-full", full) }
        append(markup: "/>\n")
    }

    fileprivate mutating func append(_ peer: PeerStatus, problem: String?) {
        append(markup: "<peer")
        append(attribute: "address", Self.shortened(peer.address))
        append(attribute: "state", peer.state.name)
        append(attribute: "since", peer.since)
        if let failure = peer.state.failure { append(attribute: "failure", failure) }
        if let node = peer.node { append(attribute: "node", node) }
        if let name = peer.name { append(attribute: "name", name) }
        if let lastPage = peer.lastPage { append(attribute: "last-page", lastPage) }
        if let lastInSync = peer.lastInSync { append(attribute: "last-in-sync", lastInSync) }
        if let behind = peer.behind { append(attribute: "behind", UInt64(behind)) }
        if let lastRequest = peer.lastRequest { append(attribute: "last-request", lastRequest) }
        if let confirmed = peer.confirmed { append(attribute: "confirmed", confirmed.rawValue) }
        if peer.isProven { append(attribute: "proven", "yes") }
        if let pairedSince = peer.pairedSince { append(attribute: "paired", pairedSince) }
        if let standing = peer.standing { append(standing) }
        if let unconfirmed = peer.unconfirmed { append(attribute: "unconfirmed", UInt64(unconfirmed)) }
        append(attribute: "refused", UInt64(peer.refused))
        append(attribute: "exceptions", UInt64(peer.exceptions))
        append(attribute: "foreign", UInt64(peer.foreign))
        append(waiting: peer.waiting, peer.hiding)
        if let laterForm = peer.laterForm { append(attribute: "later-form", laterForm.description) }
        if let clocks = peer.clockDifference { append(attribute: "clock-ahead", "\(clocks.aheadMilliseconds)") }
        end("peer", text: problem, losses: peer.standing?.losses ?? [])
    }

    fileprivate mutating func append(_ removed: PeersStatus.Removed) {
        append(markup: "<removed")
        append(attribute: "node", removed.node)
        if let name = removed.name { append(attribute: "name", name) }
        append(attribute: "since", removed.since)
        if let standing = removed.standing { append(standing) }
        append(waiting: removed.waiting, removed.hiding)
        end("removed", text: nil, losses: removed.standing?.losses ?? [])
    }

    private mutating func append(waiting: Int, _ hiding: Hiding?) {
        if waiting > 0 { append(attribute: "waiting", UInt64(waiting)) }
        if let hiding { append(attribute: "hidden", hiding == .dropped ? "dropped" : "yes") }
    }

    fileprivate mutating func append(_ standing: Standing) {
        if let admission = standing.admission {
            append(attribute: "invited-by", admission.author)
            append(attribute: "admission", admission.digest)
        } else {
            append(attribute: "founder", "yes")
        }
        if let person = standing.person { append(attribute: "person", person) }
        if let same = standing.same { append(attribute: "same", same.rawValue) }
        if let end = standing.end {
            append(attribute: "removed-by", end.author)
            append(attribute: "removal", end.removal)
            append(attribute: "removal-id", end.id.rawValue)
            append(attribute: "removal-arrived", end.arrival)
        }
    }

    /// Ends a tag, and adds the contents of its element. The losses are elements, because a tag has at most ``ChatModel/Limits/tagBytes``.
    private mutating func end(_ name: StaticString, text: String?, losses: Set<PublicKey>) {
        guard text != nil || !losses.isEmpty else { return append(markup: "/>\n") }
        append(markup: ">")
        if let text { append(escaping: text.xmlBytes, for: .content) }
        for key in losses.sorted() {
            append(markup: "<loss")
            append(attribute: "node", key)
            append(markup: "/>")
        }
        append(markup: "</")
        append(markup: name)
        append(markup: ">\n")
    }

    /// Returns an address without the last ones of its places if it would fill a tag: another node chooses them.
    private static func shortened(_ address: String) -> String {
        var address = Substring(address)
        while address.utf8.count > Limits.tagBytes / 2, let comma = address.lastIndex(of: ",") {
            address = address[..<comma]
        }
        return String(address)
    }

    fileprivate mutating func append(_ petname: Petname) {
        append(markup: "<petname")
        append(attribute: "node", petname.origin)
        append(attribute: "user", petname.user.description)
        append(attribute: "name", petname.name.description)
        append(markup: "/>\n")
    }

    fileprivate mutating func append(_ requester: PeersStatus.Requester) {
        append(markup: "<requester")
        append(attribute: "node", requester.node)
        append(attribute: "last-request", requester.lastRequest)
        append(markup: "/>\n")
    }

    fileprivate mutating func append(attribute name: StaticString, _ time: UnixTime) {
        append(attribute: name, time.milliseconds)
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
        case .paused: "paused"
        case .unconfirmed: "unconfirmed"
        }
    }
}
