public import ChatModel

/// The answer to `history`: what the owner of a node and people with a password have done, and the statements of the group's members,
/// the oldest first.
///
/// ```xml
/// <history>
///   <act at="1795262400000" by="terminal" what="invite" of="" />
///   <act at="1795262405000" by="m5Zk…" what="admits" of="aQ3…" />
/// </history>
/// ```
public struct History: Hashable, Sendable {
    public struct Act: Hashable, Sendable {
        public let time: UnixTime
        /// `terminal` for a command, `browser` for a browser of the owner, `user` for somebody with the password or a token; the public
        /// key of a member for its statement.
        public let by: String
        /// The route of the request, a change of a peer, or `admits` and `removes` of a statement.
        public let what: String
        /// The public key of a peer, or words about the act.
        public let of: String

        public init(at time: UnixTime, by: String, _ what: String, of: String) {
            (self.time, self.by, self.what, self.of) = (time, by, what, of)
        }
    }

    public let acts: [Act]

    public init(_ acts: [Act]) { self.acts = acts }

    public var xml: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(markup: "<history>\n")
        for act in acts {
            bytes.append(markup: "  <act")
            bytes.append(attribute: "at", act.time.milliseconds)
            bytes.append(attribute: "by", act.by)
            bytes.append(attribute: "what", act.what)
            bytes.append(attribute: "of", act.of)
            bytes.append(markup: " />\n")
        }
        bytes.append(markup: "</history>\n")
        return bytes
    }

    /// - Throws: ``PageError`` `noReadableRoot`.
    public init(reading bytes: [UInt8]) throws(PageError) {
        self = try Element.reading("history", bytes) { root throws(Refusal) in
            var acts: [Act] = []
            for child in root.children where child.name == "act" {
                acts.append(
                    Act(
                        at: UnixTime(milliseconds: try child.number("at")), by: try child.attribute("by"),
                        try child.attribute("what"), of: try child.attribute("of")))
            }
            return History(acts)
        }
    }
}
