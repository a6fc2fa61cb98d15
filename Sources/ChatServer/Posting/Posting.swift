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
