internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import Hummingbird

/// `add.php`: takes what a user writes.
struct Posting {
    let store: ChatStore
    /// The node's name, signed with each message as its field `device`.
    let device: FieldValue

    /// Answers when the message is on the disk.
    ///
    /// - Throws: ``Failure``, `Refusal` and `StoreError`.
    @Sendable @concurrent func add(_ request: Request, _ context: ClientContext) async throws -> Response {
        let post = try PostRequest(try await Parameters(of: request))
        let receipt = try await store.post(post.fields, device: device, postKey: post.postKey)
        // Without a key the answer is the article's, byte for byte.
        return .xml(Answer.success(post.postKey == nil ? nil : receipt.id).xml)
    }
}

/// What a post says: the fields of a message, and the key by which a repetition is known.
struct PostRequest {
    let fields: Fields
    let postKey: PostKey?

    /// - Throws: `Refusal` with what is wrong with a field or the key.
    init(_ parameters: Parameters) throws(Refusal) {
        var fields: [Fields.Field] = []
        for (parameter, name) in Self.fieldNames {
            // An absent one is for Fields to judge: an empty room is the main room, an empty text is none.
            guard let value = parameters[parameter] else { continue }
            fields.append(Fields.Field(name, try FieldValue(utf8: value)))
        }
        self.fields = try Fields(fields)
        guard let bytes = parameters[.key] else {
            postKey = nil
            return
        }
        postKey = try PostKey(utf8: bytes)
    }

    private static let fieldNames: [(ParameterName, FieldName)] = [(.user, .user), (.message, .text), (.room, .room)]
}
