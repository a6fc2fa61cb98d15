public import AsyncHTTPClient
public import ChatModel
public import ChatXML
internal import NIOCore
internal import NIOHTTP1

/// A client for the HTTP endpoints of one node.
///
/// A `ChatClient` has no state of its own: the `HTTPClient` has the connections. Every answer has a limit of bytes and of
/// time, and `ChatXML` checks it. A call ends soon after its task is cancelled.
public struct ChatClient: Sendable {
    public let address: NodeAddress
    private let http: HTTPClient
    private let deadlines: Deadlines
    private let time: any TimeSource

    /// - Parameter http: A client with the configuration `HTTPClient.Configuration.tidings`. Others may follow redirects.
    public init(
        _ address: NodeAddress, http: HTTPClient, deadlines: Deadlines = Deadlines(),
        time: any TimeSource = SystemTime()
    ) {
        self.address = address
        self.http = http
        self.deadlines = deadlines
        self.time = time
    }

    /// Posts a message.
    ///
    /// - Parameter key: The post key, 1 to 64 printable ASCII characters, random for each message. With it, the call can be
    ///   repeated without storing the message twice.
    /// - Returns: the id that the node gave the message; nil for a post without a post key.
    /// - Throws: ``ChatClientError``.
    public func add(
        user: String, message: String, room: String? = nil, key: String? = nil
    ) async throws(ChatClientError) -> LogID? {
        let fields = [("user", user), ("message", message), ("room", room), ("key", key)]
        var request = request("add.php")
        request.method = .POST
        request.headers.replaceOrAdd(name: "Content-Type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(ByteBuffer(string: FormQuery.write(fields)))
        let bytes = try await answer(to: request, waitSeconds: 0)
        return try await read(bytes) { bytes throws(PageError) in
            guard case .success(let id) = try Answer(reading: bytes) else {
                throw PageError.noReadableRoot("The answer is a failure with status 200.")
            }
            return id
        }
    }

    /// Requests a chat page (`view=chat`): the messages of a room after a position.
    ///
    /// - Parameter waitSeconds: The seconds for which the node delays an empty page until a message comes.
    /// - Throws: ``ChatClientError``: `cursorUnknown` if the node's log does not have the position.
    public func messages(
        past position: LogPosition = .start, room: String? = nil, limit: Int? = nil, waitSeconds: Int = 0
    ) async throws(ChatClientError) -> ChatPage {
        let parameters = [
            ("view", "chat"), ("past", "\(position.id)"), ("mark", position.id > .zero ? "\(position.mark)" : nil),
            ("room", room), ("limit", limit.map { "\($0)" }), ("wait", "\(waitSeconds)"),
        ]
        let request = request("messages.php", parameters)
        let bytes = try await answer(to: request, waitSeconds: waitSeconds)
        return try await read(bytes) { bytes throws(PageError) in try ChatPage(reading: bytes) }
    }

    /// Requests a log page (`view=log`), as the node's peers do.
    ///
    /// - Returns: The bytes of the page, for `LogPageReader`.
    /// - Throws: ``ChatClientError``: `cursorUnknown` if the node's log does not have the position.
    public func log(_ pull: PullRequest) async throws(ChatClientError) -> [UInt8] {
        let from: [(String, String?)] =
            switch pull.from {
            case .after(let id, let mark): [("past", "\(id)"), ("mark", mark.map { "\($0)" })]
            case .newestCommon(let cursor): [("have", "\(cursor)")]
            }
        let parameters: [(String, String?)] = [
            ("limit", "\(pull.limit)"), ("wait", "\(pull.waitSeconds)"), ("node", "\(pull.node)"),
            ("instance", "\(pull.instance)"), ("group", pull.group == .none ? nil : "\(pull.group)"),
            ("version", "\(LogPage.highestVersion)"),
        ]
        let request = request("messages.php", [("view", "log")] + from + parameters)
        return try await answer(to: request, waitSeconds: pull.waitSeconds)
    }

    /// Requests messages by their digests (`view=log&digests=…`), as the node's peers do.
    ///
    /// - Parameter digests: 1 to ``Limits/requestedDigests`` different digests.
    /// - Returns: The bytes of the page, for `LogPageReader`. The page has the messages that the node has with their values,
    ///   and may end before the last of them.
    /// - Throws: ``ChatClientError``.
    public func log(_ digests: [Digest]) async throws(ChatClientError) -> [UInt8] {
        let parameters = [
            ("view", "log"), ("digests", digests.map(\.base64URL).joined(separator: ",")),
            ("version", "\(LogPage.highestVersion)"),
        ]
        return try await answer(to: request("messages.php", parameters), waitSeconds: 0)
    }
}

// MARK: - Requests

extension ChatClient {
    private func request(_ path: String, _ parameters: [(String, String?)] = []) -> HTTPClientRequest {
        HTTPClientRequest(
            url: "\(address)/\(path)" + (parameters.isEmpty ? "" : "?" + FormQuery.write(parameters)))
    }

    /// Returns the body of an answer with status 200.
    private func answer(to request: HTTPClientRequest, waitSeconds: Int) async throws(ChatClientError) -> [UInt8] {
        do throws(ChatClientError.Kind) {
            let response = try await head(of: request, within: .seconds(waitSeconds) + deadlines.head)
            guard !response.isWebPage else { throw .webPage }
            let bytes = try await AnswerBody.read(response.body, upTo: Limits.pulledPageBytes, deadlines, time)
            guard response.status != .ok else { return bytes }
            throw await failure(response.status, bytes)
        } catch {
            throw ChatClientError(address, error)
        }
    }

    private func head(
        of request: HTTPClientRequest, within time: Duration
    ) async throws(ChatClientError.Kind) -> HTTPClientResponse {
        do {
            return try await http.execute(request, deadline: .now() + TimeAmount(time))
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            throw .noAnswer(after: time)
        } catch {
            throw .unreachable(ConnectionProblem(error))
        }
    }

    /// Reads an answer with another status than 200. What the node wrote becomes one line.
    private func failure(_ status: HTTPResponseStatus, _ bytes: [UInt8]) async -> ChatClientError.Kind {
        let answer = try? await read(bytes) { bytes throws(PageError) in try Answer(reading: bytes) }
        guard case .failure(let refusal) = answer else { return .refused(status: Int(status.code), nil) }
        let sentence = refusal.sentence.oneLine(maximumScalars: 200)
        if status == .conflict, refusal.code == .cursorUnknown { return .cursorUnknown(sentence: sentence) }
        return .refused(status: Int(status.code), Refusal(refusal.code, sentence))
    }

    private func read<Result: Sendable>(
        _ bytes: [UInt8], _ reader: @escaping @Sendable ([UInt8]) throws(PageError) -> Result
    ) async throws(ChatClientError) -> Result {
        do throws(PageError) {
            return try await ParsingQueue.run(bytes, reader)
        } catch {
            throw ChatClientError(address, .noPage(reason: error.sentence))
        }
    }
}

extension HTTPClientResponse {
    /// Whether the answer is a web page with a status below 300 or from 400 to 499.
    fileprivate var isWebPage: Bool {
        guard status.code < 300 || (400..<500).contains(status.code) else { return false }
        return headers.first(name: "Content-Type")?.lowercased().hasPrefix("text/html") == true
    }
}

/// The time limits for an answer.
public struct Deadlines: Hashable, Sendable {
    /// For the connection and the head of the answer, in addition to the wait in the request.
    public var head = Duration.seconds(10)
    /// Between two reads of the body.
    public var stall = Duration.seconds(10)
    /// For the whole body, so that a peer cannot keep a connection forever with single bytes.
    public var body = Duration.seconds(60)

    public init() {}
}
