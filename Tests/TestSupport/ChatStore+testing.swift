public import ChatModel
public import ChatStore
public import Testing

/// Runs `body` with a store in a new folder, and checks the store afterwards: every index, mark and counter has to match
/// the log.
public func withStore(
    mapSizeBytes: Int = 64 << 20,
    group: GroupID? = nil,
    time: any TimeSource = SystemTime(),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (ChatStore) async throws -> Void
) async throws {
    let folder = try TemporaryFolder()
    let store = try ChatStore(
        StoreOptions(folder: folder.path, mapSizeBytes: mapSizeBytes, group: group, time: time))
    try await body(store)
    try expectSound(store, sourceLocation: sourceLocation)
    await store.close()
}

public func expectSound(_ store: ChatStore, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try store.check() == [], sourceLocation: sourceLocation)
}

extension StoreOptions {
    /// Options with the tests' build date.
    public init(
        folder: String, mapSizeBytes: Int = defaultMapSizeBytes, newKey: Bool = false,
        group: GroupID? = nil, time: any TimeSource = SystemTime()
    ) {
        self.init(
            folder: folder, mapSizeBytes: mapSizeBytes, newKey: newKey, group: group, time: time,
            buildDate: .testBuildDate)
    }
}

extension Settling {
    /// The log was read from its start up to a position, and everything in it is stored.
    public static func to(_ position: LogPosition) -> Settling {
        .forward(after: .start, wants: [], end: position, passing: [])
    }
}

extension Draft {
    /// Creates the fields of a post. A nil room is the main room.
    public init(user: String = "jack", text: String, room: String? = nil, device: String? = nil) throws {
        var values = [(name: FieldName.user, value: try FieldValue(user)), (.text, try FieldValue(text))]
        if let room { values.append((.room, try FieldValue(room))) }
        try self.init(values, device: device.map { try FieldValue($0) })
    }
}

extension Fields {
    /// Creates the fields of a message. A nil room is the main room.
    public init(user: String = "jack", text: String, room: String? = nil) throws {
        self = try Draft(user: user, text: text, room: room).salted(.random())
    }
}

extension VerifiedMessage {
    /// Creates and signs a message, of no group unless `group` is another one.
    public init(
        _ fields: Fields, of group: GroupID = .none, at stamp: Stamp, nonce: Nonce = .random(), signing key: SigningKey
    ) throws {
        try self.init(fields, in: group, at: stamp, nonce: nonce, signing: key)
    }
}

extension CommitSignal {
    /// Returns when a message of the topic is committed, when the task is cancelled or when the signal is closed. Returns
    /// immediately if the log has an id above `seen`, of any topic.
    public func next(after seen: LogID, on topic: Topic) async {
        await withWaiter { waiter in
            await next(after: seen, on: topic, with: waiter) { await waiter.sleep() }
        }
    }
}

extension LogSlice {
    /// The records with values.
    public var entries: [LogEntry] {
        // The checksums of the records are right, so none is left out.
        records.compactMap { try? LogEntry($0) }
    }

    /// The texts of the messages in their order.
    public var texts: [String] { messages.compactMap { $0.fields[.text]?.description } }

    public var messages: [Message] {
        entries.compactMap { entry in
            if case .message(let message) = entry.body { message } else { nil }
        }
    }

    public var digests: [Digest] { messages.map(\.digest) }
}

extension ChatStore {
    /// Locks a folder and opens the store in it.
    public convenience init(_ options: StoreOptions) throws(StoreError) {
        try self.init(options, in: StoreFolder(path: options.folder))
    }

    /// Posts a text and returns its id.
    @discardableResult
    public func post(
        _ text: String, user: String = "jack", room: String? = nil, key: String? = nil
    ) async throws -> LogID {
        let key = try key.map { try PostKey(utf8: $0.utf8) }
        return try await post(Draft(user: user, text: text, room: room), postKey: key).id
    }

    /// The whole log.
    public func wholeLog() throws -> LogSlice {
        try read(LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max))
    }

    /// Returns the digests of those messages to which the store would add nothing.
    public func known(_ messages: [Message]) throws -> Set<Digest> {
        let missing = try missing(messages.map { ($0.digest, !$0.fields.lacksValues) })
        return Set(messages.map(\.digest)).subtracting(missing)
    }

    /// The wanted messages.
    public func wanted() throws -> [Digest] {
        try wanted(dueFrom: PeerID("a peer that was never asked")!, limit: .max).map(\.digest)
    }
}
