public import AsyncHTTPClient
public import ChatModel
public import ChatXML

/// A client of one node over HTTP.
///
/// A `ChatClient` remembers only which IP address of the node answered last: the `HTTPClient` has the connections. Every answer
/// has a limit of bytes and of time, and `ChatXML` checks it. A call ends soon after its task is cancelled.
public struct ChatClient: Sendable {
    public let address: NodeAddress
    package let transport: any Transport

    /// - Parameter http: A client with the configuration `HTTPClient.Configuration.tidings`. Others may follow redirects.
    public init(
        _ address: NodeAddress, http: HTTPClient, deadlines: Deadlines = Deadlines(),
        time: any TimeSource = SystemTime()
    ) {
        self.address = address
        transport = HTTPTransport(address: address, http: http, deadlines: deadlines, time: time)
    }

    /// Posts a message.
    ///
    /// - Parameter key: The post key, 1 to 64 printable ASCII characters, random for each message. With it, the call can be
    ///   repeated without storing the message twice.
    /// - Returns: the id that the node gave the message; nil for a post without a post key.
    /// - Throws: ``PullFailure``.
    public func add(
        user: String, message: String, room: String? = nil, key: String? = nil
    ) async throws(PullFailure) -> LogID? {
        let fields = [("user", user), ("message", message), ("room", room), ("key", key)]
        let bytes = try await transport.body(
            of: NodeRequest("add.php", form: FormQuery.write(fields), isRepeatable: key != nil))
        return try await read(bytes) { bytes throws(PageError) in
            guard case .success(let id, _) = try Answer(reading: bytes) else {
                throw PageError.noReadableRoot("The answer is a failure with status 200.")
            }
            return id
        }
    }

    /// Requests a chat page (`view=chat`): the messages of a room after a position.
    ///
    /// - Parameter waitSeconds: The seconds for which the node delays an empty page until a message comes.
    /// - Throws: ``PullFailure``: `refused` with the code `cursor-unknown` if the node's log does not have the position.
    public func messages(
        past position: LogPosition = .start, room: String? = nil, limit: Int? = nil, waitSeconds: Int = 0
    ) async throws(PullFailure) -> ChatPage {
        let parameters = [
            ("view", "chat"), ("past", "\(position.id)"), ("mark", position.id > .zero ? "\(position.mark)" : nil),
            ("room", room), ("limit", limit.map { "\($0)" }), ("wait", "\(waitSeconds)"),
        ]
        let bytes = try await transport.body(of: NodeRequest("messages.php", parameters, waitSeconds: waitSeconds))
        return try await read(bytes) { bytes throws(PageError) in try ChatPage(reading: bytes) }
    }

    /// Requests a log page (`view=log`), as the node's peers do.
    ///
    /// - Returns: The bytes of the page, for `LogPageReader`.
    /// - Throws: ``PullFailure``: `refused` with the code `cursor-unknown` if the node's log does not have the position.
    public func log(_ pull: PullRequest) async throws(PullFailure) -> [UInt8] {
        try await transport.log(pull)
    }

    /// Requests messages by their digests (`view=log&digests=…`), as the node's peers do.
    ///
    /// - Parameter digests: 1 to ``Limits/requestedDigests`` different digests.
    /// - Returns: The bytes of the page, for `LogPageReader`. The page has the messages that the node has with their values,
    ///   and may end before the last of them.
    /// - Throws: ``PullFailure``.
    public func log(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] {
        try await transport.log(digests)
    }
}

extension ChatClient {
    private func read<Result: Sendable>(
        _ bytes: [UInt8], _ reader: @escaping @Sendable ([UInt8]) throws(PageError) -> Result
    ) async throws(PullFailure) -> Result {
        do throws(PageError) {
            return try await ParsingQueue.run(bytes, reader)
        } catch {
            throw .noPage(reason: error.sentence)
        }
    }
}
