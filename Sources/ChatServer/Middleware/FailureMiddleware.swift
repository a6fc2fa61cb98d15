internal import ChatStore
internal import Hummingbird
internal import Logging

/// Turns whatever is thrown behind it into the answer that says so.
///
/// An error that nobody foresaw is logged and answered with 500 and nothing of what it says.
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
        let failure = Failure(error) ?? .unexpected
        if failure.status.kind == .serverError {
            logger.log(
                level: level(of: failure, error), "A request failed.",
                metadata: ["code": "\(failure.code)", "error": "\(error)"])
        }
        return failure
    }

    /// A full disk or a node that is stopping is no defect, and every client meets it. Where nothing can be written, the
    /// store has that said once.
    private func level(of failure: Failure, _ error: any Error) -> Logger.Level {
        guard failure.status != .internalServerError else { return .error }
        return (error as? StoreError)?.isWriteFailure == true ? .debug : .info
    }
}
