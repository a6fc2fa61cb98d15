internal import HTTPTypes
internal import Hummingbird

/// All routes of the node.
struct RouteTable {
    let post: PostHandler
    let messages: MessagesHandler
    let rooms: RoomsHandler
    let status: StatusHandler
    let web: WebClient
    let hosts: HostRule

    private var routes: [Route] {
        [
            Route("add.php", [.post], post.handle),
            Route("messages.php", [.get, .head, .post], messages.handle),
            Route("rooms.xml", [.get, .head], rooms.handle),
            Route("status.xml", [.get, .head], status.handle),
            Route("test.html", [.get, .head], ArticleForm.handle),
            Route("", [.get, .head], web.page.handle),
            Route("sw.js", [.get, .head], web.worker.handle),
            Route("manifest.webmanifest", [.get, .head], web.manifest.handle),
            Route("favicon.ico", [.get, .head], web.icon.handle),
        ] + web.assets.map { Route($0.path, [.get, .head], $0.answer.handle) }
    }

    /// The article's server had its endpoints in the folder `chat`.
    private static let folders = ["/", "/chat/"]

    var responder: RouterResponder<ClientContext> {
        let router = Router(context: ClientContext.self)
        router.addMiddleware {
            CloseMiddleware()
            HeadMiddleware()
            FailureMiddleware()
            HostGuard(rule: hosts)
            OriginGuard()
            MethodGuard(allowed: allowed)
        }
        for folder in Self.folders {
            for route in routes {
                for method in route.methods {
                    router.on(RouterPath(folder + route.path), method: method, use: route.handler)
                }
            }
        }
        return router.buildResponder()
    }

    private var allowed: [String: [HTTPRequest.Method]] {
        var allowed: [String: [HTTPRequest.Method]] = [:]
        for folder in Self.folders {
            for route in routes { allowed[folder + route.path] = route.methods }
        }
        return allowed
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
