package import ChatModel
internal import ChatXML

/// A way to send requests to one node, and to receive its answers within limits of size and time: plain HTTP for
/// ``ChatClient``, a link with TLS for a peer.
package protocol Transport: Sendable {
    /// Sends a request and returns the whole answer, soon after the task is cancelled at the latest.
    ///
    /// - Throws: `webPage` for an answer with ``NodeAnswer/isWebPage(status:contentType:)``, before its body is read; `unreachable`,
    ///   `brokenOff`, `noAnswer`, `tooSlow`, `tooLarge` for more than ``Limits/pulledPageBytes``, and `noPage` for an
    ///   answer that cannot be decompressed.
    func answer(to request: NodeRequest) async throws(PullFailure) -> NodeAnswer
}

/// A request to a node, without the node's address.
package struct NodeRequest: Hashable, Sendable {
    /// The path below the node's address, with its query.
    package let path: String
    /// The form of a POST, url-encoded; nil for a GET.
    package let form: String?
    /// Whether the node does the same if it gets the request twice.
    package let isRepeatable: Bool
    /// The seconds for which the node may delay the answer.
    package let waitSeconds: Int

    /// - Parameter parameters: the names and values of the query. A parameter without a value (nil) is left out.
    init(
        _ path: String, _ parameters: [(String, String?)] = [], form: String? = nil, isRepeatable: Bool = true,
        waitSeconds: Int = 0
    ) {
        self.path = path + (parameters.isEmpty ? "" : "?" + FormQuery.write(parameters))
        (self.form, self.isRepeatable) = (form, isRepeatable)
        self.waitSeconds = waitSeconds
    }
}

/// The answer of a node.
package struct NodeAnswer: Hashable, Sendable {
    package let status: Int
    package let bytes: [UInt8]

    package init(status: Int, bytes: [UInt8]) {
        self.status = status
        self.bytes = bytes
    }

    /// Whether an answer with this head is a web page with a status below 300 or from 400 to 499.
    package static func isWebPage(status: Int, contentType: String?) -> Bool {
        guard status < 300 || (400..<500).contains(status) else { return false }
        return contentType?.lowercased().hasPrefix("text/html") == true
    }
}

extension Transport {
    /// Requests a log page (`view=log`), as the node's peers do.
    ///
    /// - Returns: The bytes of the page, for `LogPageReader`.
    package func log(_ pull: PullRequest) async throws(PullFailure) -> [UInt8] {
        let from: [(String, String?)] =
            switch pull.from {
            case .after(let id, let mark): [("past", "\(id)"), ("mark", mark.map { "\($0)" })]
            case .newestCommon(let cursor): [("have", "\(cursor)")]
            }
        let parameters: [(String, String?)] = [
            ("limit", "\(pull.limit)"), ("bodies", pull.bodies == .all ? nil : pull.bodies.rawValue),
            ("settled", Cursor(at: pull.claim.settled).map { "\($0)" }),
            ("lacks", pull.claim.lacks.isEmpty ? nil : pull.claim.lacks.map(\.description).joined(separator: ",")),
            ("wait", "\(pull.waitSeconds)"), ("node", "\(pull.node)"),
            ("instance", "\(pull.instance)"), ("group", pull.group == .none ? nil : "\(pull.group)"),
            ("version", "\(LogPage.highestVersion)"),
        ]
        return try await body(
            of: NodeRequest("messages.php", [("view", "log")] + from + parameters, waitSeconds: pull.waitSeconds))
    }

    /// Requests messages by their digests (a POST with `view=log` and `digests=…`), as the node's peers do.
    ///
    /// - Parameter digests: 1 to ``Limits/requestedDigests`` different digests.
    /// - Returns: The bytes of the page, for `LogPageReader`.
    package func log(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] {
        let form = FormQuery.write([
            ("view", "log"), ("digests", digests.map(\.base64URL).joined(separator: ",")),
            ("version", "\(LogPage.highestVersion)"),
        ])
        return try await body(of: NodeRequest("messages.php", form: form))
    }

    /// Asks the node to be paired by an invitation.
    ///
    /// - Returns: The bytes of a log page with the admissions that make this node a member, for `LogPageReader`.
    /// - Throws: as ``answer(to:)``; `refused` with the node's reason.
    package func pair(_ request: PairRequest) async throws(PullFailure) -> [UInt8] {
        let form = FormQuery.write([
            ("secret", "\(request.secret)"), ("group", "\(request.group)"), ("name", request.name),
            ("places", request.places.map(\.description).joined(separator: ",")),
        ])
        return try await body(of: NodeRequest("pair", form: form, isRepeatable: false))
    }

    /// Shows the node that this one is a member of its group.
    ///
    /// - Parameter page: a log page with the messages that show it, and with the addresses of this node.
    /// - Returns: a log page: empty if the node admits this one; else with the removals that have ended the membership.
    /// - Throws: as ``answer(to:)``; `refused` with the node's reason.
    package func introduce(_ page: [UInt8]) async throws(PullFailure) -> [UInt8] {
        try await body(
            of: NodeRequest("pair", form: FormQuery.write([("chain", String(decoding: page, as: UTF8.self))])))
    }

    /// Returns the body of an answer with status 200.
    func body(of request: NodeRequest) async throws(PullFailure) -> [UInt8] {
        let answer = try await answer(to: request)
        guard answer.status != 200 else { return answer.bytes }
        throw await PullFailure(refusal: answer)
    }
}

extension PullFailure {
    /// Reads an answer with another status than 200. What the node wrote becomes one line.
    fileprivate init(refusal answer: NodeAnswer) async {
        let read = try? await ParsingQueue.run(answer.bytes) { bytes throws(PageError) in try Answer(reading: bytes) }
        guard case .failure(let refusal) = read else {
            self = .refused(status: answer.status, nil)
            return
        }
        let sentence = refusal.sentence.oneLine(maximumScalars: 200)
        self = .refused(status: answer.status, Refusal(refusal.code, sentence))
    }
}
