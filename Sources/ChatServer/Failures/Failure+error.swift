internal import ChatModel
internal import ChatStore
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Failure {
    /// What an error from a route or from Hummingbird means to the client; nothing for one that nobody foresaw.
    init?(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let refusal as Refusal: self.init(refusal)
        case let error as StoreError: self.init(error)
        case is NIOTooManyBytesError: self = .bodyTooLarge
        // Hummingbird throws one error of its own accord, for a path that has no route.
        case let error as HTTPError where error.status == .notFound: self = .notFound
        default: return nil
        }
    }
}
