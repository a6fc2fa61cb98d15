internal import ChatLink
internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import Hummingbird
internal import NIOCore

/// The handlers of `invite`, `join` and `peer`, with which the node's owner changes its peers.
struct AdministrationHandlers {
    let administrator: any Administrator
    /// Throws a ``Failure`` if the request is not the owner's.
    let requireOwner: @Sendable (Request, ClientContext) throws -> Void

    var routes: [Route] {
        [
            route("invite", invite), route("join", join), route("peer", peer),
        ]
    }

    private func route(_ path: String, _ handle: @escaping Route.Handler) -> Route {
        Route(path, [.post]) { request, context in
            try requireOwner(request, context)
            do {
                return try await handle(request, context)
            } catch StoreError.diskFull, StoreError.storeFull {
                throw Failure.peersNotChanged
            }
        }
    }

    @Sendable @concurrent private func invite(_ request: Request, _ context: ClientContext) async throws -> Response {
        let parameters = try await Parameters(of: request)
        let seconds = try parameters.number(.seconds, in: 1...Int(StoredInvitation.maximumLifetime.components.seconds))
        let answer = try await administrator.invite(
            for: .seconds(seconds ?? Self.usualSeconds),
            uses: try parameters.number(.uses, in: 1...StoredInvitation.maximumUses) ?? 1,
            places: try parameters.places(), drawsGroup: parameters[.group] != nil)
        return .xml(answer.xml)
    }

    /// A day.
    private static let usualSeconds = 24 * 60 * 60

    @Sendable @concurrent private func join(_ request: Request, _ context: ClientContext) async throws -> Response {
        let parameters = try await Parameters(of: request)
        guard let link = try parameters.text(.link) else { throw Failure.badParameter(.link, "an invitation") }
        let answer = try await administrator.join(Invitation(link), carriesMessages: parameters[.carry] != nil)
        return .xml(answer.xml)
    }

    @Sendable @concurrent private func peer(_ request: Request, _ context: ClientContext) async throws -> Response {
        let parameters = try await Parameters(of: request)
        guard let key: PublicKey = try parameters.bytes(.peer, "a node's public key") else {
            throw Failure.badParameter(.peer, "a node's public key")
        }
        try await administrator.change(key, try change(parameters))
        return .xml(Array("<success />\n".utf8))
    }

    private func change(_ parameters: Parameters) throws -> PairedPeerChange {
        switch try parameters.text(.change) {
        case "pause": return .pause
        case "resume": return .resume
        case "remove": return .remove
        case "rename":
            guard let name = parameters[.name] else { return .rename(nil) }
            let value = try FieldValue(utf8: name)
            try value.requireShort(.device, .deviceTooLong)
            return .rename(value.description)
        default: throw Failure.badParameter(.change, "rename, pause, resume or remove")
        }
    }
}
