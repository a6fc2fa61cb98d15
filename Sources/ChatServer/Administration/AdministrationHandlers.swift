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

extension Parameters {
    /// Returns the addresses in the parameter `places`, with commas between them.
    ///
    /// - Throws: ``Failure`` with `bad-parameter`.
    fileprivate func places() throws(Failure) -> [HostPort] {
        guard let text = try text(.places) else { return [] }
        let places = text.split(separator: ",").map { try? HostPort($0) }
        guard places.count <= Limits.peerPlaces,
            places.allSatisfy({ $0?.port.map { $0 > 0 } ?? false && "\($0!)".utf8.count <= Limits.addressBytes })
        else {
            throw .badParameter(
                .places, "at most \(Limits.peerPlaces) addresses as host:port, with commas between them")
        }
        return places.compactMap(\.self)
    }
}
