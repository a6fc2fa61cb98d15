public import ChatModel

/// The members of the group in `status.xml`, with the peers of the configuration and the removed members, for a program that lists
/// them.
public struct MemberList: Hashable, Sendable, Encodable {
    /// The other members and the peers of the configuration.
    public let members: [Member]
    /// The removed peers and former members, the last removed one first.
    public let removed: [Removed]
    /// What the owner calls the persons who write.
    public let petnames: [Petname]
    /// This node.
    public let node: PublicKey
    public let name: String
    /// Absent if this node is in no group.
    public let group: String?
    /// This node's own standing in the group.
    public let standing: Standing
    public let now: UnixTime

    /// What the statements of the group say about a key. See `Standing`.
    public struct Standing: Hashable, Sendable, Encodable {
        public let isFounder: Bool
        /// The author of the admission; nil for the founder, and for a key that was never a member.
        public let invitedBy: PublicKey?
        /// The members that the group loses if this node removes the key.
        public let losses: [PublicKey]
        /// The author of the removal that has ended the membership.
        public let removedBy: PublicKey?
        /// The id of that removal in this node's log.
        public let removalID: LogID?
        /// When that removal arrived at this node.
        public let removalArrived: UnixTime?
        /// The lowest key of the person, if other members are the same person; otherwise nil.
        public let person: PublicKey?
        /// Who says that the member is the same person as this node.
        public let same: Persons.Claim?
    }

    public struct Member: Hashable, Sendable, Encodable {
        /// The key; nil for a peer that has not told it yet.
        public let node: PublicKey?
        public let name: String?
        public let address: String
        /// The attribute `state`.
        public let state: String
        /// When the state began.
        public let since: UnixTime
        /// The attribute `failure`.
        public let failure: String?
        /// When the last page of the peer came.
        public let lastPage: UnixTime?
        /// When the peer last requested a page.
        public let lastRequest: UnixTime?
        /// How many entries of the peer's log are still to come.
        public let behind: UInt64?
        /// The id up to which the peer has everything.
        public let confirmed: LogID?
        /// Messages after `confirmed`.
        public let unconfirmed: UInt64?
        /// The messages of the member that wait because this node takes in only so much of a member in a day.
        public let waiting: UInt64
        /// `yes` if this node hides the member's texts, `dropped` if it erases their values, too; nil if it shows them.
        public let hidden: String?
        /// When the peer was paired or admitted; nil for a peer of the configuration, which no command changes.
        public let paired: UnixTime?
        public let standing: Standing
        /// The sentence that says what is wrong with the peer; empty if the state is no problem.
        public let problem: String
    }

    public struct Removed: Hashable, Sendable, Encodable {
        public let node: PublicKey
        public let name: String?
        public let since: UnixTime
        public let standing: Standing
        /// As those of ``Member``.
        public let waiting: UInt64
        public let hidden: String?
    }

    public struct Petname: Hashable, Sendable, Encodable {
        public let node: PublicKey
        public let user: String
        public let name: String
    }

    /// - Throws: ``PageError`` `noReadableRoot`.
    public init(readingStatus bytes: [UInt8]) throws(PageError) {
        self = try Element.reading("status", bytes) { root throws(Refusal) in try MemberList(root) }
    }

    private init(_ root: Element) throws(Refusal) {
        now = UnixTime(milliseconds: try root.number("now"))
        (node, name, group) = (try root.bytes("node"), try root.attribute("name"), root.attributes["group"])
        standing = try Standing(root)
        var (members, removed, petnames): ([Member], [Removed], [Petname]) = ([], [], [])
        for child in root.children {
            switch child.name {
            case "peer": members.append(try Member(child))
            case "removed":
                removed.append(
                    Removed(
                        node: try child.bytes("node"), name: child.attributes["name"],
                        since: UnixTime(milliseconds: try child.number("since")), standing: try Standing(child),
                        waiting: try child.waiting, hidden: child.attributes["hidden"]))
            case "petname":
                petnames.append(
                    Petname(
                        node: try child.bytes("node"), user: try child.attribute("user"),
                        name: try child.attribute("name")))
            default: break
            }
        }
        (self.members, self.removed, self.petnames) = (members, removed, petnames)
    }
}

extension MemberList.Standing {
    fileprivate init(_ element: Element) throws(Refusal) {
        isFounder = element.attributes["founder"] != nil
        invitedBy = try element.key("invited-by")
        var losses: [PublicKey] = []
        for loss in element.children where loss.name == "loss" { losses.append(try loss.bytes("node")) }
        self.losses = losses
        removedBy = try element.key("removed-by")
        removalID = element.attributes["removal-id"] == nil ? nil : try element.id("removal-id")
        removalArrived = try element.time("removal-arrived")
        (person, same) = (try element.key("person"), element.attributes["same"].flatMap(Persons.Claim.init))
    }
}

extension MemberList.Member {
    fileprivate init(_ element: Element) throws(Refusal) {
        let attributes = element.attributes
        (node, name) = (try element.key("node"), attributes["name"].flatMap { $0.isEmpty ? nil : $0 })
        (address, state) = (try element.attribute("address"), try element.attribute("state"))
        since = UnixTime(milliseconds: try element.number("since"))
        failure = attributes["failure"]
        (lastPage, lastRequest) = (try element.time("last-page"), try element.time("last-request"))
        behind = attributes["behind"] == nil ? nil : try element.number("behind")
        confirmed = attributes["confirmed"] == nil ? nil : try element.id("confirmed")
        unconfirmed = attributes["unconfirmed"] == nil ? nil : try element.number("unconfirmed")
        waiting = try element.waiting
        hidden = attributes["hidden"]
        paired = try element.time("paired")
        standing = try MemberList.Standing(element)
        problem = String(decoding: element.text, as: UTF8.self)
    }
}

extension Element {
    fileprivate var waiting: UInt64 {
        get throws(Refusal) { attributes["waiting"] == nil ? 0 : try number("waiting") }
    }

    /// Returns the key in an attribute; nil if there is no such attribute.
    fileprivate func key(_ name: String) throws(Refusal) -> PublicKey? {
        attributes[name] == nil ? nil : try bytes(name)
    }
}

extension PublicKey: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(base64URL)
    }
}

extension LogID: Encodable {}

extension UnixTime: Encodable {
    /// Encodes the milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
