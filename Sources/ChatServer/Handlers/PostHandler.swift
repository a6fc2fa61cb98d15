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

    init(store: ChatStore, nodeName: FieldValue, time: any TimeSource) {
        (self.store, self.nodeName) = (store, nodeName)
        let bytes = store.memberBytesPerDay
        posted = Allowances(Allowance.Rate(burst: bytes, then: bytes, in: .seconds(24 * 60 * 60)), time: time)
    }

    /// Stores the message and answers when it is on the disk.
    ///
    /// - Throws: ``Failure``, `Refusal` and `StoreError`.
    @Sendable @concurrent func handle(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let post = try PostRequest(try await Parameters(of: request), device: nodeName)
        let payer = TrafficPayer(context)
        if let payer { try await posted.wait(for: payer) }
        let receipt = try await store.post(post.draft, postKey: post.postKey)
        if let payer, !receipt.repeated { posted.spend(post.byteCount, by: payer) }
        // Without a post key, the answer is the article's, byte for byte.
        return .xml(Answer.success(post.postKey == nil ? nil : receipt.id).xml)
    }
}

/// The fields of a posted message and the post key.
struct PostRequest {
    let draft: Draft
    let postKey: PostKey?
    /// What the message takes of the disk, roughly.
    let byteCount: Int

    /// - Throws: `Refusal` for an illegal field or post key.
    init(_ parameters: Parameters, device: FieldValue) throws(Refusal) {
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
        if let written = parameters[.written] { values.append((.written, try Self.time(written))) }
        byteCount = values.reduce(Limits.messageOverheadBytes) { $0 + $1.value.utf8.count }
        draft = try Draft(values, device: device)
        guard values.contains(where: { $0.name == .text || $0.name.isFree }) else { throw Self.contentMissing }
        guard let bytes = parameters[.key] else {
            postKey = nil
            return
        }
        postKey = try PostKey(utf8: bytes)
    }

    /// The format allows a message of `user` and `written` alone. A client that posts one has lost its text.
    private static let contentMissing = Refusal(.contentMissing, "A message needs a text or a field x-….")

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

    private static let fieldNames: [(ParameterName, FieldName)] = [(.user, .user), (.message, .text), (.room, .room)]
}
