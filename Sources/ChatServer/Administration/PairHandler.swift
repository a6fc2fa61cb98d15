internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import Hummingbird
internal import NIOCore

/// The handler of `pair`: the one request of a node that is no peer yet.
struct PairHandler {
    /// The largest body of the request.
    static let maximumBodyBytes = 4 << 10

    let administrator: any Administrator

    /// - Throws: ``Failure``, `Refusal` and `StoreError`.
    @Sendable @concurrent func handle(_ request: Request, _ context: ClientContext) async throws -> Response {
        guard let peer = context.peer else { throw Failure.notPaired(nil) }
        let parameters = try await Parameters(of: request, upTo: Self.maximumBodyBytes)
        guard let secret: InvitationSecret = try parameters.bytes(.secret, "the secret of an invitation"),
            let group: GroupID = try parameters.bytes(.group, "the group of the invitation")
        else { throw Failure.badParameter(.secret, "that of an invitation, with its group in the parameter group") }
        let name = try parameters.text(.name) ?? ""
        let asked = PairRequest(secret: secret, group: group, name: name, places: try parameters.places())
        return .xml(
            try await administrator.pair(asked, with: peer, at: context.channel.remoteAddress?.ipAddress).xml)
    }
}
