internal import ChatModel
internal import ChatStore
internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// Answers requests: checks a request, calls the handler of its route, and turns errors into `<failure>` answers.
///
/// These steps are one function. Hummingbird's router with a middleware for each step takes 3 µs longer, a tenth of the time
/// of a poll.
struct Responder: HTTPResponder {
    /// The routes by their paths. Paths are compared byte for byte.
    let routes: [String: Route]
    /// The rule of the listener for which requests reach the routes. The context gets what the rule has found out.
    let check: @Sendable (Request, inout ConnectionContext) throws(Failure) -> Void
    /// The failure for a path without a route.
    let unknownPath: Failure
    /// The bytes of requests and answers.
    let traffic: Allowances<TrafficPayer>

    @concurrent func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        var response: Response
        var context = context
        let route = Result { () throws(Failure) in try self.route(of: request, &context) }
        let payer = TrafficPayer(context)
        do {
            // Also before a request is refused, which takes time, too.
            if let payer { try await traffic.wait(for: payer) }
            response = try await route.get().handler(request, context)
        } catch {
            response = failure(for: error, of: request, context).response
        }
        if let payer { traffic.spend(Self.cost(of: request, response), by: payer) }
        if context.isLast || Self.isLast(request) { response.headers[.connection] = "close" }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// The bytes of a request and its answer. Each request costs as much as ``leastCost`` bytes at least: it takes time, too.
    private static func cost(of request: Request, _ response: Response) -> Int {
        let body = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        let isLong = request.headers[.transferEncoding] != nil || body > RequestLimits.bodyBytes
        return max(leastCost, (isLong ? RequestLimits.bodyBytes : max(body, 0)) + (response.body.contentLength ?? 0))
    }

    private static let leastCost = 2 << 10

    /// - Throws: the failures of the rule; ``Failure`` with `not-found` or `method-not-allowed`.
    private func route(of request: Request, _ context: inout ConnectionContext) throws(Failure) -> Route {
        try check(request, &context)
        let keyed = KeyedPath(request.uri.path)
        context.key = keyed.key
        guard let route = routes[keyed.path], !isForeignWorker(request) else { throw unknownPath }
        guard route.methods.contains(request.method) else { throw .methodNotAllowed(route.methods) }
        return route
    }

    /// Whether a browser asks for a service worker that is not the node's: another program has left it at this address.
    /// Without an answer, the browser cannot install or update it.
    private func isForeignWorker(_ request: Request) -> Bool {
        request.headers[.serviceWorker] == "script" && !request.uri.path.hasSuffix("/\(WebClient.workerName)")
    }

    /// Whether the connection closes after the answer, whatever its status, because the query string has the parameter `t`.
    ///
    /// The article's client sends `t`. It opens a connection for each request and never closes one that the server keeps
    /// open.
    private static func isLast(_ request: Request) -> Bool {
        guard let query = request.uri.query else { return false }
        return URLEncodedForm.contains(.t, in: query.utf8)
    }

    /// Returns the failure for an error, and logs an error of the node. A refusal of the request itself is logged only
    /// at the level `debug`, because anyone can cause any number of refusals.
    ///
    /// The client reads a sentence without paths and flags. The log has the error with its facts. The failure for an
    /// unexpected error has the status 500 and does not describe the error. A client can cause these lines with each request: the program's
    /// log bounds the lines that begin alike.
    private func failure(for error: any Error, of request: Request, _ context: ConnectionContext) -> Failure {
        let (failure, logger) = (Failure(error) ?? .internalError, context.logger)
        if failure.status.kind == .serverError {
            let level = level(of: failure, error)
            logger.log(level: level, "\(failure.code): A request failed.", metadata: ["error": "\(error)"])
        } else {
            if failure.code == .foreignOrigin, context.remote == .thisMachine { warnAboutProxy(request, logger) }
            let path = KeyedPath(request.uri.path).path
            logger.debug(
                "The node refused a request.",
                metadata: [
                    "code": "\(failure.code)", "client": "\(context.channel.remoteAddress?.ipAddress ?? "unknown")",
                    "method": "\(request.method)",  // Another path may have a key in the wrong place.
                    "path": "\(routes[path] == nil ? "unknown" : path)",
                ])
        }
        return failure
    }

    /// Names the option that is missing if the web page itself is behind a proxy.
    private func warnAboutProxy(_ request: Request, _ logger: Logger) {
        guard OriginRule.isOfOwnWebPage(request), let origin = request.headers[.origin].flatMap({ Origin($0) }) else {
            return
        }
        logger.warning(
            """
            A browser says that it has this node's page from another address, and the node refuses what the page sends. If a proxy \
            of yours serves the page there, restart the node with --public-url and that address.
            """, metadata: ["address": "\(origin)"])
    }

    /// A full disk or a shutdown is not a defect of the program, and every client meets it. A write failure is logged by
    /// the node once, not here for each request.
    private func level(of failure: Failure, _ error: any Error) -> Logger.Level {
        guard failure.status != .internalServerError else { return .error }
        return (error as? StoreError)?.isWriteFailure == true ? .debug : .info
    }
}

/// Whose traffic a request is. Clients on this machine have no bound: programs there can use up the processors anyway.
enum TrafficPayer: Hashable {
    case peer(PublicKey)
    case network(RemoteNetwork)

    init?(_ context: ConnectionContext) {
        if let key = context.peer {
            self = .peer(key)
        } else if context.remote != .thisMachine {
            self = .network(context.remote.network)
        } else {
            return nil
        }
    }

    /// A new member can read a long log at once.
    static let rate = Allowance.Rate(burst: 4 << 30, then: 1 << 20, in: .seconds(1))
}

extension HTTPField.Name {
    /// Browsers send it with the value `script` when they load the script of a service worker.
    fileprivate static let serviceWorker = Self("Service-Worker")!
}
