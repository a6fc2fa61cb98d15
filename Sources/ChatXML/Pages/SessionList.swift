public import ChatModel

/// The answer to `sessions`: the sessions of the users, the oldest first.
///
/// ```xml
/// <sessions address="http://127.0.0.1:8080/chat/key/…/">
///   <session id="aQ3…" begun="1795262400000" name="Mozilla/5.0 …" />
/// </sessions>
/// ```
public struct SessionList: Hashable, Sendable {
    public struct Session: Hashable, Sendable {
        /// What the owner names the session by.
        public let id: String
        public let begun: UnixTime
        /// What the browser says that it is.
        public let name: String

        public init(_ id: String, begun: UnixTime, _ name: String) {
            (self.id, self.begun, self.name) = (id, begun, name)
        }
    }

    public let sessions: [Session]
    /// The address of the 2011 client with the session that was made; nil if none was.
    public let address: String?

    public init(_ sessions: [Session], address: String? = nil) {
        (self.sessions, self.address) = (sessions, address)
    }

    public var xml: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(markup: "<sessions")
        if let address { bytes.append(attribute: "address", address) }
        bytes.append(markup: ">\n")
        for session in sessions {
            bytes.append(markup: "  <session")
            bytes.append(attribute: "id", session.id)
            bytes.append(attribute: "begun", session.begun.milliseconds)
            bytes.append(attribute: "name", session.name)
            bytes.append(markup: " />\n")
        }
        bytes.append(markup: "</sessions>\n")
        return bytes
    }

    /// - Throws: ``PageError`` `noReadableRoot`.
    public init(reading bytes: [UInt8]) throws(PageError) {
        self = try Element.reading("sessions", bytes) { root throws(Refusal) in
            var sessions: [Session] = []
            for child in root.children where child.name == "session" {
                sessions.append(
                    Session(
                        try child.attribute("id"), begun: UnixTime(milliseconds: try child.number("begun")),
                        try child.attribute("name")))
            }
            return SessionList(sessions, address: root.attributes["address"])
        }
    }
}
