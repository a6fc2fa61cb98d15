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
        self.init(status, code, Self.sentence(on: error))
    }

    /// The client's sentence: it contains no path and no flag, which are the owner's.
    private static func sentence(on error: StoreError) -> String {
        switch error {
        case .diskFull: "The node's disk is full, so the message was not stored. Send the message again later."
        case .storeFull:
            "The node's store is full, so the message was not stored. Ask the node's owner to enlarge the store."
        case .idsExhausted: "The node has no ids left, so the message was not stored. Use another node."
        case .keyReused:
            "Another message was posted with this key. Send each message with a new value of the parameter key."
        case .outcomeUnknown:
            "The node's disk failed, so it is unknown whether the message was stored. Send the message again with the "
                + "same key."
        case .positionUnknown(let id):
            "This node's log has no message \(id), or has another one there: the log was restored or replaced. Request "
                + "the messages after an older position, or from the start."
        case .notInRoom(let id):
            "The room has no message \(id). Name a message of this room in the parameter before, or request the last "
                + "messages."
        case .busy: "The node has too many requests in progress. Send the request again."
        case .closed: "The node is shutting down. Send the request again when the node is back."
        case .reopening: "The node is opening its store again after a disk error. Send the request again."
        case .damaged, .fileGone, .accessDenied, .outOfMemory, .unavailable, .folderNotOpened, .folderNotWritable,
            .folderNotSynchronized, .folderInUse, .storeMissing, .keyNotWritten, .keyMissing, .keyNotRead, .keyInvalid,
            .schemaUnknown, .truncated:
            "The node cannot use its store. The reason is in the node's log; tell the node's owner."
        }
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
