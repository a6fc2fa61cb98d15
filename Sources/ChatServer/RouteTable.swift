internal import HTTPTypes
internal import Hummingbird

/// What the node answers to, all of it.
struct RouteTable {
    let posting: Posting
    let messages: MessagesHandler
    let rooms: RoomsHandler
    let status: StatusHandler
    let web: WebClient
    let hosts: HostRule

    private var routes: [Route] {
        [
            Route("add.php", [.post], posting.add),
            Route("messages.php", [.get, .head, .post], messages.messages),
            Route("rooms.xml", [.get, .head], rooms.show),
            Route("status.xml", [.get, .head], status.show),
            Route("test.html", [.get, .head], ArticleForm.show),
            Route("", [.get, .head], web.page.show),
            Route("sw.js", [.get, .head], web.worker.show),
            Route("manifest.webmanifest", [.get, .head], web.manifest.show),
            Route("favicon.ico", [.get, .head], web.icon.show),
        ] + web.assets.map { Route($0.path, [.get, .head], $0.answer.show) }
    }

    /// The article's server had its pages in a folder.
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

/// An address in the node's folders, and what answers there.
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
