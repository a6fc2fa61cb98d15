internal import ChatLink
internal import ChatModel
internal import HTTPTypes
internal import Hummingbird

/// All routes of the node.
struct RouteTable {
    let post: PostHandler
    let messages: MessagesHandler
    let rooms: RoomsHandler
    let status: StatusHandler
    let web: WebClient
    let administrator: (any Administrator)?
    let sessions: OwnerSessions
    let hosts: HostRule
    let origins: OriginRule
    let failures: RareLines<FailureCode>

    private var routes: [Route] {
        [
            Route("add.php", [.post], post.handle),
            Route("messages.php", [.get, .head, .post], messages.handle),
            Route("rooms.xml", [.get, .head], rooms.handle),
            Route("status.xml", [.get, .head], status.handle),
            Route("test.html", [.get, .head], ArticleForm.handle),
            Route("", [.get, .head], web.page.handle),
            Route(WebClient.workerName, [.get, .head], web.worker.handle),
            Route("manifest.webmanifest", [.get, .head], web.manifest.handle),
            Route("favicon.ico", [.get, .head], web.icon.handle),
        ] + web.assets.map { Route($0.path, [.get, .head], $0.answer.handle) } + sessionRoutes
    }

    /// A session of the owner may administer.
    private var sessionRoutes: [Route] {
        guard let administrator else { return [] }
        let handler = SessionHandler(sessions: sessions)
        return [
            Route("owner", [.get, .head], web.ownerPage.handle), Route("session", [.post], handler.begin),
        ] + AdministrationHandlers(administrator: administrator, requireOwner: handler.requireOwner).routes
    }

    /// The article's server had its endpoints in the folder `chat`.
    private static let folders = ["/", "/chat/"]

    /// The routes for peers. ``LogAccess`` lets them read the log only.
    private var peerRoutes: [Route] {
        [Route("messages.php", [.get, .post], messages.handle)]
            + (administrator.map { [Route(PeerRule.pairPath, [.post], PairHandler(administrator: $0).handle)] } ?? [])
    }

    var responder: Responder {
        Responder(
            routes: Self.byPath(routes), rule: ClientRule(hosts: hosts, origins: origins), unknownPath: .notFound,
            failures: failures)
    }

    func peerResponder(admitting keys: LinkKeys) -> Responder {
        Responder(
            routes: Self.byPath(peerRoutes), rule: PeerRule(keys: keys), unknownPath: .onlyTheLog, failures: failures)
    }

    /// For the command line of the node's owner: the socket lets nobody else in.
    var administrationResponder: Responder {
        let routes = administrator.map { AdministrationHandlers(administrator: $0) { _, _ in }.routes } ?? []
        return Responder(
            routes: Self.byPath(
                routes + [
                    Route("status.xml", [.get], status.handle),
                    Route("open", [.post], SessionHandler(sessions: sessions).open),
                ]),
            rule: NoRule(), unknownPath: .notFound, failures: failures)
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
    typealias Handler = @Sendable @concurrent (Request, ClientContext) async throws -> Response

    let path: String
    let methods: [HTTPRequest.Method]
    let handler: Handler

    init(_ path: String, _ methods: [HTTPRequest.Method], _ handler: @escaping Handler) {
        self.path = path
        self.methods = methods
        self.handler = handler
    }
}
