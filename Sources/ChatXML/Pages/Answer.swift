public import ChatModel

/// The answer to `add.php`, and the answer of any request that failed.
public enum Answer: Hashable, Sendable {
    /// The message is stored. The id is nil if the request had no post key, and the digest also for a damaged message.
    case success(LogID?, Digest? = nil)
    case failure(Refusal)
}

extension Answer {
    /// The answer as XML: `<success />` or `<success id="41" />`, each with the line feed that the 2011 article's `add.php`
    /// prints after it; or `<failure code="text-too-long">a sentence</failure>`, which has no line feed.
    public var xml: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .success(let id, let digest):
            bytes.append(markup: "<success")
            if let id { bytes.append(attribute: "id", id.rawValue) }
            if id != nil, let digest { bytes.append(attribute: "digest", digest) }
            bytes.append(markup: " />\n")
        case .failure(let refusal):
            bytes.append(markup: "<failure")
            bytes.append(attribute: "code", refusal.code.rawValue)
            bytes.append(markup: ">")
            bytes.append(escaping: refusal.sentence.xmlBytes, for: .content)
            bytes.append(markup: "</failure>")
        }
        return bytes
    }

    /// Parses an answer: `<success />` or `<failure>`.
    ///
    /// - Throws: ``PageError`` `noReadableRoot`.
    public init(reading bytes: [UInt8]) throws(PageError) {
        self = try PageError.replacingRefusal { () throws(Refusal) in
            try Answer(root: HardenedDocument(bytes).tree())
        }
    }

    private init(root: Element) throws(Refusal) {
        switch root.name {
        case "success":
            self = .success(
                root.attributes["id"] == nil ? nil : try root.id("id"),
                root.attributes["digest"] == nil ? nil : try root.bytes("digest"))
        case "failure":
            let code = FailureCode(rawValue: root.attributes["code"] ?? "")
            self = .failure(Refusal(code, String(decoding: root.text, as: UTF8.self)))
        default:
            throw Refusal(markup: "The root is <\(root.name.prefix(40))>, not <success> or <failure>.")
        }
    }
}
