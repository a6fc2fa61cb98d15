internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import Hummingbird

/// The handler of `add.php`: stores a message.
struct PostHandler {
    let store: ChatStore
    /// The value of each message's field `device`.
    let nodeName: FieldValue
    /// The bytes of the messages that each network posts: in a day as many as the node takes in of a member.
    private let posted: Allowances<TrafficPayer>
    /// The owner may change what others have written at this node.
    private let sessions: OwnerSessions

    init(store: ChatStore, nodeName: FieldValue, sessions: OwnerSessions, time: any TimeSource) {
        (self.store, self.nodeName, self.sessions) = (store, nodeName, sessions)
        let bytes = store.memberBytesPerDay
        posted = Allowances(Allowance.Rate(burst: bytes, then: bytes, in: .seconds(24 * 60 * 60)), time: time)
    }

    /// Stores the message and answers when it is on the disk.
    ///
    /// - Throws: ``Failure``, `Refusal` and `StoreError`.
    @Sendable @concurrent func handle(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let post = try PostRequest(
            try await Parameters(of: request), device: nodeName, isOfOwner: sessions.isOwner(request, context))
        let payer = TrafficPayer(context)
        if let payer { try await posted.wait(for: payer) }
        let receipt =
            switch post.content {
            case .message(let draft): try await store.post(draft, postKey: post.postKey)
            case .change(let change): try await store.post(change, postKey: post.postKey)
            }
        if let payer, !receipt.repeated { posted.spend(post.byteCount, by: payer) }
        // Without a post key, the answer is the article's, byte for byte.
        return .xml(Answer.success(post.postKey == nil ? nil : receipt.id, receipt.digest).xml)
    }
}

/// The fields of a posted message and the post key.
struct PostRequest {
    enum Content {
        case message(Draft)
        case change(Change)
    }

    let content: Content
    let postKey: PostKey?
    /// What the message takes of the disk, roughly.
    let byteCount: Int

    /// - Parameter isOfOwner: whether the node's owner has sent the request.
    /// - Throws: ``Failure`` with `bad-parameter`; `Refusal` for an illegal field or post key.
    init(_ parameters: Parameters, device: FieldValue, isOfOwner: Bool) throws {
        var values: [(name: FieldName, value: FieldValue)] = []
        for (parameter, name) in Self.fieldNames {
            // The draft decides what an absent value means: the main room for a room, an error for a user.
            guard let value = parameters[parameter] else { continue }
            values.append((name, try FieldValue(utf8: value)))
        }
        for (name, value) in parameters.fields {
            let name = try Self.freeName(name)
            values.append((name, try Self.value(value, of: name)))
        }
        for detail in RoomDetail.allCases {
            if let value = values.first(where: { $0.name == detail.field })?.value { try detail.require(value) }
        }
        if let written = parameters[.written] { values.append((.written, try Self.time(written))) }
        byteCount = values.reduce(Limits.messageOverheadBytes) { $0 + $1.value.utf8.count }
        content = try Self.content(values, parameters, device, isOfOwner: isOfOwner)
        guard let bytes = parameters[.key] else {
            postKey = nil
            return
        }
        postKey = try PostKey(utf8: bytes)
    }

    private static func content(
        _ values: [(name: FieldName, value: FieldValue)], _ parameters: Parameters, _ device: FieldValue,
        isOfOwner: Bool
    ) throws -> Content {
        guard let (kind, target) = try change(parameters) else {
            let content: [FieldName] = [.text, .topic, .alias]
            guard values.contains(where: { content.contains($0.name) || $0.name.isFree }) else { throw contentMissing }
            return .message(try Draft(values, device: device))
        }
        let own: [FieldName] = kind == .edit ? [.text] : kind == .reaction ? [.user, .react] : []
        let values = values.filter { own.contains($0.name) || $0.name == .written || $0.name.isFree }
        if kind == .edit, !values.contains(where: { $0.name == .text }) { throw contentMissing }
        // The target gives the user and the room. Everything else has to be right before it is looked for.
        let user = kind == .reaction ? [] : [(FieldName.user, device)]
        _ = try Draft(values + user + [(.re, try FieldValue("\(target)"))], device: device)
        let proof = try parameters[.proof].map { try PostKey(utf8: $0) }
        return .change(Change(kind, of: target, by: isOfOwner ? .owner : .postKey(proof), values, device: device))
    }

    /// Returns what a post does with another message; nil for a message of its own.
    private static func change(_ parameters: Parameters) throws -> (Change.Kind, Digest)? {
        let digest = { (name: ParameterName) in try parameters.bytes(name, "a digest") as Digest? }
        if let target = try digest(.deletes) { return (.deletion, target) }
        if let target = try digest(.edits) { return (.edit, target) }
        let target = try digest(.re)
        guard parameters[.react] != nil else { return nil }
        guard let target else { throw Failure.badParameter(.re, "the digest of the message to react to") }
        return (.reaction, target)
    }

    /// The format allows a message of `user` and `written` alone. A client that posts one has lost its text.
    private static let contentMissing = Refusal(
        .contentMissing, "A message needs a text, a topic or an alias of its room, or a field x-….")

    /// - Throws: `Refusal` with `field-name` for a name that the protocol reserves.
    private static func freeName(_ utf8: [UInt8]) throws(Refusal) -> FieldName {
        let name = try FieldName(String(decoding: utf8, as: UTF8.self))
        guard name.isFree else {
            throw Refusal(.fieldName, "The field \(name) belongs to the protocol; free names begin with x-.")
        }
        return name
    }

    /// - Throws: `Refusal` as `FieldValue.init(utf8:)`; its sentence names the field.
    private static func value(_ utf8: [UInt8], of name: FieldName) throws(Refusal) -> FieldValue {
        do throws(Refusal) {
            return try FieldValue(utf8: utf8)
        } catch {
            throw Refusal(error.code, "The field \(name): \(error.sentence)")
        }
    }

    /// Returns the value of the field `written`.
    ///
    /// - Throws: `Refusal` with `bad-parameter`.
    private static func time(_ utf8: [UInt8]) throws(Refusal) -> FieldValue {
        let text = String(decoding: utf8, as: UTF8.self)
        guard let milliseconds = UInt64(decimal: text) else {
            throw Refusal(
                .badParameter, "The parameter written is not a time: milliseconds since 1970, in decimal digits.")
        }
        return try FieldValue(String(milliseconds))
    }

    private static let fieldNames: [(ParameterName, FieldName)] = [
        (.user, .user), (.message, .text), (.room, .room), (.re, .re), (.react, .react), (.topic, .topic),
        (.alias, .alias),
    ]
}
