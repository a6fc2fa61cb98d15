internal import ChatLink
internal import ChatModel
internal import ChatStore
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// All routes of the node.
struct RouteTable {
    let post: PostHandler
    let messages: MessagesHandler
    let rooms: RoomsHandler
    let status: StatusHandler
    let web: WebClient
    let forms: FormRoutes
    let sessions: OwnerSessions
    let hosts: HostRule
    let origins: OriginRule
    let access: AccessRule
    let traffic: Allowances<TrafficPayer>

    private var routes: [Route] {
        [
            Route("add.php", [.post], users(post.handle)),
            Route("messages.php", [.get, .head, .post], users(messages.handle)),
            Route("rooms.xml", [.get, .head], users(rooms.handle)),
            Route("status.xml", [.get, .head], users(status.handle)),
            Route("test.html", [.get, .head], ArticleForm.handle),
            Route("", [.get, .head], web.webPage.handle),
            Route(WebClient.workerName, [.get, .head], web.worker.handle),
            Route("manifest.webmanifest", [.get, .head], web.manifest.handle),
            Route("favicon.ico", [.get, .head], web.icon.handle),
        ] + web.assets.map { Route($0.path, [.get, .head], $0.answer.handle) } + sessionRoutes
    }

    /// Returns a handler for users. The files of the web page are for everyone: it says how to become one.
    private func users(_ handler: @escaping Route.Handler) -> Route.Handler {
        { request, context in
            try await access.check(request, context)
            guard request.method == .post else {
                let response = try await handler(request, context)
                // The session may have ended while the request waited.
                if request.uri.query?.contains("wait=") == true { try await access.check(request, context) }
                return response
            }
            // The session may have ended before the last byte of the body came.
            let request = try await request.withBody(upTo: RequestLimits.bodyBytes)
            try await access.check(request, context)
            return try await handler(request, context)
        }
    }

    /// A session of the owner may administer.
    private var sessionRoutes: [Route] {
        guard !forms.ofOwner.isEmpty else { return [] }
        return [
            Route("owner", [.get, .head], web.ownerWebPage.handle),
            Route("phone", [.get, .head], web.ownerWebPage.handle), Route("session", [.post], handler.begin),
        ] + ownerRoutes(for: .browser, handler.requireOwner)
    }

    private var handler: SessionHandler { SessionHandler(sessions: sessions, access: access) }

    /// The routes that administer. What they change is kept in the history.
    ///
    /// - Parameter requireOwner: throws a ``Failure`` if the request is not the owner's.
    private func ownerRoutes(
        for person: UserSessions.Person,
        _ requireOwner: @escaping @Sendable (Request, ConnectionContext) throws -> Void
    ) -> [Route] {
        /// The session may have ended before the last byte of the form came.
        let read: @Sendable (Request, ConnectionContext) async throws -> Parameters = { request, context in
            try requireOwner(request, context)
            let form = try await Parameters(of: request)
            try requireOwner(request, context)
            return form
        }
        let forms = forms.ofOwner.map { path, answer in
            Route(path, [.post]) { request, context in
                let form = try await read(request, context)
                let (change, peer) = path == "peer" ? (try form.text(.change), try form.text(.peer)) : (nil, nil)
                do {
                    let answer = try await answer(form)
                    await access.users.note(change ?? path, of: peer ?? "", by: person)
                    return .xml(answer)
                } catch StoreError.diskFull, StoreError.storeFull {
                    throw Failure.peersNotChanged
                }
            }
        }
        return forms + [
            Route("sessions", [.post]) { request, context in
                try await handler.list(read(request, context), for: person)
            },
            Route("history", [.post]) { request, context in
                _ = try await read(request, context)
                return try handler.history(of: post.store)
            },
        ]
    }

    /// The article's server had its endpoints in the folder `chat`.
    private static let folders = ["/", "/chat/"]

    /// The routes for peers. ``LogAccess`` lets them read the log only.
    private var peerRoutes: [Route] {
        [Route("messages.php", [.get, .post], messages.handle)]
            + forms.ofNodes.map { path, answer in
                Route(path, [.post]) { request, context in
                    guard let key = context.peer else { throw Failure.notPaired(nil) }
                    let parameters = try await Parameters(of: request, upTo: RequestLimits.nodeFormBytes)
                    return .xml(try await answer(parameters, key, context.channel.remoteAddress?.ipAddress))
                }
            }
    }

    var responder: Responder {
        Responder(
            routes: Self.byPath(routes), check: checkClient, unknownPath: .notFound, traffic: traffic)
    }

    /// The routes for clients, for phones that have sessions.
    var phoneResponder: Responder {
        Responder(
            routes: Self.byPath(routes),
            check: { request, context throws(Failure) in
                context.isOfPhone = true
                // The listener is at all addresses of the machine, and may be reached from the internet.
                guard context.channel.localAddress?.isNear == true else { throw .sessionNeeded }
                try checkClient(request, &context)
            }, unknownPath: .notFound, traffic: traffic)
    }

    /// - Throws: ``Failure`` with `foreign-host` or `foreign-origin`.
    @Sendable private func checkClient(_ request: Request, _ context: inout ConnectionContext) throws(Failure) {
        guard hosts.allows(request.head.authority, isLoopback: context.isLoopback) else { throw .foreignHost }
        guard origins.allows(request) else { throw .foreignOrigin }
    }

    func peerResponder(admitting keys: LinkKeys) -> Responder {
        let rule = PeerRule(keys: keys, openPaths: Set(forms.ofNodes.keys.map { "/\($0)" }))
        return Responder(
            routes: Self.byPath(peerRoutes), check: rule.check, unknownPath: .onlyTheLog, traffic: traffic)
    }

    /// For the command line of the node's owner: the socket lets nobody else in.
    var administrationResponder: Responder {
        Responder(
            routes: Self.byPath(
                ownerRoutes(for: .terminal) { _, _ in } + [
                    Route("status.xml", [.get], status.handle),
                    Route("open", [.post], handler.open), Route("password", [.post], handler.setPassword),
                ]),
            check: { _, _ in }, unknownPath: .notFound, traffic: traffic)
    }

    private static func byPath(_ routes: [Route]) -> [String: Route] {
        var byPath: [String: Route] = [:]
        for folder in folders {
            for route in routes { byPath[folder + route.path] = route }
        }
        return byPath
    }
}

/// A path in each of the node's folders, with its methods and its handler.
struct Route {
    typealias Handler = @Sendable @concurrent (Request, ConnectionContext) async throws -> Response

    let path: String
    let methods: [HTTPRequest.Method]
    let handler: Handler

    init(_ path: String, _ methods: [HTTPRequest.Method], _ handler: @escaping Handler) {
        self.path = path
        self.methods = methods
        self.handler = handler
    }
}
