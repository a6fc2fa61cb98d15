public import ChatModel

/// The answer to `position`: what the node requests of the one that asks, if it requests anything now.
///
/// ```xml
/// <request id="7" past="41" mark="…" limit="1000" wait="30" instance="…" group="…" />
/// <request id="8" digests="…,…" />
/// <request />
/// ```
public struct HandOverAnswer: Hashable, Sendable {
    public let request: HandOverRequest?

    public init(_ request: HandOverRequest?) {
        self.request = request
    }

    public var xml: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(markup: "<request")
        if let request {
            bytes.append(attribute: "id", request.id)
            switch request.content {
            case .page(let pull): bytes.append(pull)
            case .messages(let digests):
                bytes.append(attribute: "digests", digests.map(\.base64URL).joined(separator: ","))
            }
        }
        bytes.append(markup: " />\n")
        return bytes
    }

    /// - Parameter node: the key of the node that answered.
    /// - Throws: ``PageError`` `noReadableRoot`.
    public init(reading bytes: [UInt8], of node: PublicKey) throws(PageError) {
        let root = try Element.root("request", of: bytes)
        request = try PageError.replacingMarkupError(head: nil) { () throws(MarkupError) -> HandOverRequest? in
            try MarkupError.replacingRefusal { () throws(Refusal) in try Self.request(root, node) }
        }
    }

    private static func request(_ root: Element, _ node: PublicKey) throws(Refusal) -> HandOverRequest? {
        guard root.attributes["id"] != nil else { return nil }
        let id = try root.number("id")
        if let text = root.attributes["digests"] {
            let parts = text.split(separator: ",", maxSplits: Limits.requestedDigests)
            guard (1...Limits.requestedDigests).contains(parts.count) else {
                throw Refusal(.badValue, "The attribute digests has no digest, or too many.")
            }
            var digests: [Digest] = []
            for part in parts { digests.append(try Digest(base64URL: part)) }
            return HandOverRequest(id: id, content: .messages(digests))
        }
        let pull = PullRequest(
            from: try start(root), limit: try root.number("limit", upTo: Limits.pageMessages),
            waitSeconds: try root.number("wait", upTo: Limits.waitSeconds), node: node,
            instance: try root.bytes("instance"), group: try root.group(elseIn: .none))
        return HandOverRequest(id: id, content: .page(pull))
    }

    private static func start(_ root: Element) throws(Refusal) -> LogStart {
        if let have = root.attributes["have"] {
            guard let cursor = Cursor(have) else { throw Refusal(.badValue, "The attribute have is no cursor.") }
            return .newestCommon(cursor)
        }
        let mark: Mark? = root.attributes["mark"] == nil ? nil : try root.bytes("mark")
        return .after(try root.id("past"), mark: mark)
    }
}

extension Element {
    fileprivate func number(_ name: String, upTo maximum: Int) throws(Refusal) -> Int {
        let number = try number(name)
        guard number <= UInt64(maximum) else {
            throw Refusal(.badValue, "The attribute \(name) is above \(maximum).")
        }
        return Int(number)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ pull: PullRequest) {
        switch pull.from {
        case .after(let id, let mark):
            append(attribute: "past", id.rawValue)
            if let mark { append(attribute: "mark", mark) }
        case .newestCommon(let cursor): append(attribute: "have", "\(cursor)")
        }
        append(attribute: "limit", UInt64(pull.limit))
        append(attribute: "wait", UInt64(pull.waitSeconds))
        append(attribute: "instance", pull.instance)
        if pull.group != .none { append(attribute: "group", pull.group) }
    }
}
