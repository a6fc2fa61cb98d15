internal import ChatModel
internal import ChatStore

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
