public import ChatModel

/// The answer to `join`: the inviting node.
///
/// ```xml
/// <paired node="…" name="anna's laptop" group="…" />
/// ```
public struct PairedAnswer: Hashable, Sendable {
    public let node: PublicKey
    public let name: String
    public let group: GroupID

    public init(node: PublicKey, name: String, group: GroupID) {
        self.node = node
        self.name = name
        self.group = group
    }

    public var xml: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(markup: "<paired")
        bytes.append(attribute: "node", node)
        bytes.append(attribute: "name", name)
        bytes.append(attribute: "group", group)
        bytes.append(markup: " />\n")
        return bytes
    }

    /// - Throws: ``PageError`` `noReadableRoot`.
    public init(reading bytes: [UInt8]) throws(PageError) {
        self = try Element.reading("paired", bytes) { root throws(Refusal) in
            PairedAnswer(
                node: try root.bytes("node"), name: try root.attribute("name"),
                group: try GroupID(named: root.attribute("group")))
        }
    }
}

/// The answer to `invite`: the invitation and its QR code.
///
/// ```xml
/// <invitation link="tidings:…" expires="1795262400000" uses="1">
/// 1111111…
/// </invitation>
/// ```
public struct InvitationAnswer: Hashable, Sendable {
    public let link: String
    /// Nil while the node's clock is unset: the invitation then ends with the process, at the latest.
    public let expires: UnixTime?
    public let uses: Int
    /// The rows of the QR code, each with a 0 for each white and a 1 for each black square.
    public let code: [String]

    public init(link: String, expires: UnixTime?, uses: Int, code: [String]) {
        self.link = link
        self.expires = expires
        self.uses = uses
        self.code = code
    }

    public var xml: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(markup: "<invitation")
        bytes.append(attribute: "link", link)
        if let expires { bytes.append(attribute: "expires", expires.milliseconds) }
        bytes.append(attribute: "uses", UInt64(uses))
        bytes.append(markup: ">\n")
        for row in code { bytes.append(escaping: "\(row)\n".xmlBytes, for: .content) }
        bytes.append(markup: "</invitation>\n")
        return bytes
    }

    /// - Throws: ``PageError`` `noReadableRoot`.
    public init(reading bytes: [UInt8]) throws(PageError) {
        self = try Element.reading("invitation", bytes) { root throws(Refusal) in
            InvitationAnswer(
                link: try root.attribute("link"), expires: try root.time("expires"),
                uses: Int(clamping: try root.number("uses")),
                code: String(decoding: root.text, as: UTF8.self).split(separator: "\n").map(String.init))
        }
    }
}

/// The answer to `address`: the line with which other members reach the node, and the addresses that its owner has added.
///
/// ```xml
/// <address line="tidings:KEY@chat.example.org:7411,192.168.1.7:7411" kept="chat.example.org:7411" />
/// ```
public struct AddressAnswer: Hashable, Sendable {
    public let line: String
    public let kept: [String]

    public init(line: String, kept: [String]) {
        (self.line, self.kept) = (line, kept)
    }

    public var xml: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(markup: "<address")
        bytes.append(attribute: "line", line)
        bytes.append(attribute: "kept", kept.joined(separator: ","))
        bytes.append(markup: " />\n")
        return bytes
    }

    /// - Throws: ``PageError`` `noReadableRoot`.
    public init(reading bytes: [UInt8]) throws(PageError) {
        self = try Element.reading("address", bytes) { root throws(Refusal) in
            AddressAnswer(
                line: try root.attribute("line"),
                kept: try root.attribute("kept").split(separator: ",").map(String.init))
        }
    }
}

/// The answer to `open`: the address of a web page that makes its browser the owner's.
///
/// ```xml
/// <owner address="http://127.0.0.1:8080/owner#…" />
/// ```
public struct OwnerAddress: Hashable, Sendable {
    public let address: String

    public init(_ address: String) {
        self.address = address
    }

    public var xml: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(markup: "<owner")
        bytes.append(attribute: "address", address)
        bytes.append(markup: " />\n")
        return bytes
    }

    /// - Throws: ``PageError`` `noReadableRoot`.
    public init(reading bytes: [UInt8]) throws(PageError) {
        self = try Element.reading("owner", bytes) { root throws(Refusal) in
            OwnerAddress(try root.attribute("address"))
        }
    }
}

extension Element {
    /// Returns the result of `body` for the root of a document.
    ///
    /// - Throws: ``PageError`` `noReadableRoot` if the root has another name.
    static func reading<Result>(
        _ name: String, _ bytes: [UInt8], _ body: (Element) throws(Refusal) -> Result
    ) throws(PageError) -> Result {
        try PageError.replacingRefusal { () throws(Refusal) in
            let root = try HardenedDocument(bytes).tree()
            guard root.name == name else {
                throw Refusal(markup: "The root is <\(root.name.prefix(40))>, not <\(name)>.")
            }
            return try body(root)
        }
    }

    /// Returns the time in an attribute; nil if there is no such attribute.
    func time(_ name: String) throws(Refusal) -> UnixTime? {
        attributes[name] == nil ? nil : UnixTime(milliseconds: try number(name))
    }
}
