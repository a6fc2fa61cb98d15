internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A request that is not granted: a status for HTTP, a code for programs and a sentence for the person who gets it.
///
/// The answer is `<failure code="…">sentence</failure>`. A failure says what the client may know; what only the
/// node's owner may know goes to the log.
struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    let status: HTTPResponse.Status
    let code: FailureCode
    /// What happened, to what, and what to do about it.
    let sentence: String
    /// Header fields that belong to the status, such as Allow.
    let headers: HTTPFields

    init(_ status: HTTPResponse.Status, _ code: FailureCode, _ sentence: String, headers: HTTPFields = [:]) {
        self.status = status
        self.code = code
        self.sentence = sentence
        self.headers = headers
    }

    var description: String { "\(status.code) \(code): \(sentence)" }
}

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

/// What the lower layers refuse, as HTTP says it.
extension Failure {
    init(_ refusal: Refusal) {
        switch refusal.code {
        case .textTooLong, .messageTooLarge:
            self.init(.contentTooLarge, refusal.code, refusal.sentence)
        case .textMissing:
            // People know the field `text` by the name of the parameter that brings it.
            self.init(
                .badRequest, refusal.code,
                "A message needs a text: write one in the parameter message and send again.")
        default:
            self.init(.badRequest, refusal.code, refusal.sentence)
        }
    }

    init(_ error: StoreError) {
        let (status, code) = Self.answer(to: error.code)
        self.init(status, code, error.sentence)
    }

    private static func answer(to code: StoreError.Code) -> (HTTPResponse.Status, FailureCode) {
        switch code {
        case .diskFull: (.insufficientStorage, .diskFull)
        case .storeFull: (.insufficientStorage, .storeFull)
        case .idsExhausted: (.insufficientStorage, .idsExhausted)
        case .keyReused: (.conflict, .keyReused)
        case .cursorUnknown: (.conflict, .cursorUnknown)
        case .busy: (.serviceUnavailable, .busy)
        case .closed: (.serviceUnavailable, .closed)
        case .outcomeUnknown: (.serviceUnavailable, .outcomeUnknown)
        case .unavailable: (.serviceUnavailable, .storeUnavailable)
        case .damaged, .truncated: (.internalServerError, .storeDamaged)
        // Opening a store throws these, also when a running node opens its store again after a disk error.
        case .folderUnusable, .folderInUse, .storeMissing, .keyMissing, .keyUnreadable, .schemaUnknown:
            (.internalServerError, .storeUnavailable)
        }
    }
}

extension HTTPResponse.Status {
    /// RFC 4918, section 11.5.
    static let insufficientStorage = Self(code: 507, reasonPhrase: "Insufficient Storage")
}

extension Failure {
    /// `<failure code="…">sentence</failure>`.
    var body: [UInt8] { Answer.failure(Refusal(code, sentence)).xml }

    var response: Response { .xml(body, status: status, headers: headers) }
}
