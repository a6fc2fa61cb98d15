internal import ChatModel
internal import ChatXML
internal import HTTPTypes
internal import Hummingbird

/// The handlers of `session`, which begins a session of the owner in a browser, and of `open`, which makes the address for it.
struct SessionHandler: Sendable {
    let sessions: OwnerSessions

    /// How long the address of `open` is valid.
    private static let addressLifetime = Duration.seconds(60)

    /// Answers `session`.
    ///
    /// - Throws: ``Failure`` with `not-owner` for an unknown, expired or used token, and with `no-owners-address` at an address
    ///   where no session counts. The token stays valid then.
    @Sendable @concurrent func begin(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        guard sessions.isOwnersAddress(request, context) else { throw Failure.notAtOwnersAddress }
        let parameters = try await Parameters(of: request)
        guard let text = try parameters.text(.token), let token = try? OwnerSecret(base64URL: text),
            let session = sessions.begin(with: token)
        else { throw sessions.notOwner(request, context) }
        return .xml(Array("<session id=\"\(session)\" />\n".utf8))
    }

    /// Requires the session of an owner in the field Tidings-Session.
    ///
    /// - Throws: ``Failure`` with `not-owner`.
    @Sendable func requireOwner(_ request: Request, _ context: ConnectionContext) throws(Failure) {
        guard let text = request.headers[.tidingsSession], let session = try? OwnerSecret(base64URL: text),
            sessions.contains(session), sessions.isOwnersAddress(request, context)
        else { throw sessions.notOwner(request, context) }
    }

    /// Answers `open`, which comes over the socket only.
    ///
    /// - Throws: ``Failure`` with `no-owners-address`, or `bad-parameter` for another `at` than an origin.
    @Sendable @concurrent func open(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let wanted = try await Parameters(of: request).text(.at)
        let origin = wanted.flatMap { Origin($0) }
        guard (wanted == nil) == (origin == nil) else {
            throw Failure.badParameter(.at, "the address of a page, such as http://localhost:8080")
        }
        guard let address = sessions.address(validFor: Self.addressLifetime, at: origin) else {
            throw Failure.noOwnersAddress
        }
        return .xml(OwnerAddress(address).xml)
    }
}

extension HTTPField.Name {
    /// A header field and not a cookie: a cookie goes to the programs at all ports of a host.
    fileprivate static let tidingsSession = Self("Tidings-Session")!
}
