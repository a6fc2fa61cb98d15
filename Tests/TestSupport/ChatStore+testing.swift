public import ChatModel
public import ChatStore
import Foundation
public import Testing

/// Runs `body` with a store in a new folder, and checks the store afterwards: every index, mark and counter has to match the log.
///
/// - Parameter founder: who has admitted the node to a group; nil for a node of no group.
public func withStore(
    mapSizeBytes: Int = 64 << 20,
    founder: SigningKey? = nil,
    time: any TimeSource = SystemTime(),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (ChatStore) async throws -> Void
) async throws {
    let folder = try TemporaryFolder()
    let store = try ChatStore(
        StoreOptions(folder: folder.path, mapSizeBytes: mapSizeBytes, time: time))
    if let founder { try await store.enterGroup(of: founder) }
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
        time: any TimeSource = SystemTime()
    ) {
        self.init(
            folder: folder, mapSizeBytes: mapSizeBytes, newKey: newKey, time: time, buildDate: .testBuildDate)
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

extension VerifiedMessage {
    /// The message by which a founder admits a key.
    public static func admission(of key: PublicKey, by founder: SigningKey = Sample.founder) throws -> VerifiedMessage {
        let fields = try [Sample.field("user", "founder"), Sample.field("admits", "\(key)")]
        return try VerifiedMessage(
            Fields(fields, salt: Sample.salt), of: GroupID(founder: founder.publicKey), at: Sample.stamp,
            nonce: Nonce(bytes: 1...8), signing: founder)
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

extension StoreFolder {
    /// Makes a folder for a new node whose key is ``Sample/founder``.
    public static func makeFounder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data((Base64URL.encode(Sample.founderSeed) + "\n").utf8).write(to: URL(filePath: path + "/node.key"))
        try Data().write(to: URL(filePath: path + "/ids-below-1.lifetime-0"))
    }
}

extension ChatStore {
    /// Locks a folder and opens the store in it.
    public convenience init(_ options: StoreOptions) throws(StoreError) {
        try self.init(options, in: StoreFolder(path: options.folder))
    }

    /// Enters the group of a founder, who admits the node. The admission is in the log then, unless the node itself is the founder,
    /// and the founder is a peer.
    public func enterGroup(of founder: SigningKey = Sample.founder) async throws {
        let isFounder = key.publicKey == founder.publicKey
        let outcome = try await join(
            GroupID(founder: founder.publicKey), isFounder ? [] : [.admission(of: key.publicKey, by: founder)],
            by: isFounder ? Sample.otherKey.publicKey : founder.publicKey, named: "peer", at: [], carriesMessages: true)
        guard case .joined = outcome else { throw UnexpectedOutcome(outcome: outcome) }
    }

    /// Changes a paired peer, as the node "anna".
    public func change(_ key: PublicKey, _ change: PairedPeerChange) async throws -> PairedPeer? {
        guard case .changed(let peer) = try await self.change(key, change, as: FieldValue("anna")) else { return nil }
        return peer
    }

    private struct UnexpectedOutcome: Error {
        let outcome: JoinOutcome
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
