internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import Hummingbird

/// The handler of `add.php`: stores a message.
struct PostHandler {
    let store: ChatStore
    /// The value of each message's field `device`.
    let nodeName: FieldValue

    /// Stores the message and answers when it is on the disk.
    ///
    /// - Throws: ``Failure``, `Refusal` and `StoreError`.
    @Sendable @concurrent func handle(_ request: Request, _ context: ClientContext) async throws -> Response {
        let post = try PostRequest(try await Parameters(of: request))
        let receipt = try await store.post(post.fields, device: nodeName, postKey: post.postKey)
        // Without a post key, the answer is the article's, byte for byte.
        return .xml(Answer.success(post.postKey == nil ? nil : receipt.id).xml)
    }
}

/// The fields of a posted message and the post key.
struct PostRequest {
    let fields: Fields
    let postKey: PostKey?

    /// - Throws: `Refusal` for an illegal field or post key.
    init(_ parameters: Parameters) throws(Refusal) {
        var fields: [Fields.Field] = []
        for (parameter, name) in Self.fieldNames {
            // Fields decides what an absent value means: the main room for a room, an error for a text.
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
