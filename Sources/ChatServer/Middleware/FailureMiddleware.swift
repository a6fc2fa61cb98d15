internal import ChatStore
internal import Hummingbird
internal import Logging

/// Turns errors of handlers and guards into `<failure>` answers, and logs errors of the node.
///
/// The client reads a sentence without paths and flags. The log has the error with its facts. The answer to an unexpected
/// error is 500 and contains nothing of the error.
struct FailureMiddleware: RouterMiddleware {
    typealias Context = ClientContext

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return failure(for: error, logger: context.logger).response
        }
    }

    private func failure(for error: any Error, logger: Logger) -> Failure {
        let failure = Failure(error) ?? .internalError
        if failure.status.kind == .serverError {
            logger.log(
                level: level(of: failure, error), "A request failed.",
                metadata: ["code": "\(failure.code)", "error": "\(error)"])
        }
        return failure
    }

    /// A full disk or a shutdown is not a defect of the program, and every client meets it. A write failure is logged by
    /// the node once, not here for each request.
    private func level(of failure: Failure, _ error: any Error) -> Logger.Level {
        guard failure.status != .internalServerError else { return .error }
        return (error as? StoreError)?.isWriteFailure == true ? .debug : .info
    }
}
