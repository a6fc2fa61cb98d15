internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The answer to a request that failed: a status for HTTP, a code for programs and a sentence for a person.
///
/// The body of the answer is `<failure code="…">sentence</failure>`. The sentence is for the client's user. Facts that
/// only the node's owner may know, such as paths, go to the log.
package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    let status: HTTPResponse.Status
    let code: FailureCode
    /// What happened, to what, and what to do about it.
    let sentence: String
    /// Header fields of the status, such as Allow.
    let headers: HTTPFields

    init(_ status: HTTPResponse.Status, _ code: FailureCode, _ sentence: String, headers: HTTPFields = [:]) {
        self.status = status
        self.code = code
        self.sentence = sentence
        self.headers = headers
    }

    package var description: String { "\(status.code) \(code): \(sentence)" }
}

extension Failure {
    /// Returns nil for an unexpected error.
    init?(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let refusal as Refusal: self.init(refusal)
        case let error as StoreError: self.init(error)
        case is NIOTooManyBytesError: self = .bodyTooLarge
        // Hummingbird throws this error for a path without a route.
        case let error as HTTPError where error.status == .notFound: self = .notFound
        default: return nil
        }
    }
}

// MARK: - Errors of the lower layers

extension Failure {
    init(_ refusal: Refusal) {
        switch refusal.code {
        case .textTooLong, .messageTooLarge:
            self.init(.contentTooLarge, refusal.code, refusal.sentence)
        case .contentMissing:
            // A client's user knows the field `text` as the parameter `message`.
            self.init(
                .badRequest, refusal.code,
                "A message needs a text or a field x-…. Send the text in the parameter message.")
        default:
            self.init(Self.status(of: refusal.code), refusal.code, refusal.sentence)
        }
    }

    private static func status(of code: FailureCode) -> HTTPResponse.Status {
        switch code {
        case .invitationUnknown, .invitationExpired, .invitationUsedUp, .invitationVoid, .peerPaused: .forbidden
        case .otherGroup, .inviterOtherGroup, .messagesNotCarried, .groupNotConfirmed, .tooManyPeers,
            .tooManyInvitations, .peersUnconfirmed, .notListening:
            .conflict
        case .peerUnknown: .notFound
        case .inviterUnreachable, .inviterRefused: .badGateway
        default: .badRequest
        }
    }

    /// The client's sentence contains no path and no flag, which are the owner's.
    init(_ error: StoreError) {
        let unusable = "The node cannot use its store. The reason is in the node's log; tell the node's owner."
        let (status, code, sentence): (HTTPResponse.Status, FailureCode, String) =
            switch error {
            case .diskFull:
                (
                    .insufficientStorage, error.code,
                    "The node's disk is full, so the message was not stored. Send the message again later."
                )
            // No client's request meets this.
            case .diskReserve:
                (
                    .insufficientStorage, .diskFull,
                    "The node's disk is almost full, so it takes no messages of other nodes."
                )
            case .storeFull:
                (
                    .insufficientStorage, error.code,
                    "The node's store is full, so the message was not stored. Ask the node's owner to enlarge the store."
                )
            case .idsExhausted:
                (
                    .insufficientStorage, error.code,
                    "The node has no ids left, so the message was not stored. Use another node."
                )
            case .postKeyReused:
                (
                    .conflict, error.code,
                    "Another message was posted with this key. Send each message with a new value of the parameter key."
                )
            case .outcomeUnknown:
                (
                    .serviceUnavailable, error.code,
                    """
                    The node's disk failed, so it is unknown whether the message was stored. Send the message again with the \
                    same key.
                    """
                )
            case .positionUnknown(let id):
                (
                    .conflict, error.code,
                    """
                    This node's log has no message \(id), or has another one there: the log was restored or replaced. Request \
                    the messages after an older position, or from the start.
                    """
                )
            case .notInRoom(let id):
                (
                    .conflict, error.code,
                    """
                    The room has no message \(id). Name a message of this room in the parameter before, or request the last \
                    messages.
                    """
                )
            case .busy:
                (
                    .serviceUnavailable, error.code,
                    "The node has too many requests in progress. Send the request again."
                )
            case .closed:
                (
                    .serviceUnavailable, error.code,
                    "The node is shutting down. Send the request again when the node is back."
                )
            case .reopening:
                (
                    .serviceUnavailable, error.code,
                    "The node is opening its store again after a disk error. Send the request again."
                )
            case .idsNotReserved, .fileGone, .accessDenied, .outOfMemory, .unavailable:
                (.serviceUnavailable, error.code, unusable)
            case .damaged, .unsound, .truncated: (.internalServerError, .storeDamaged, unusable)
            // Opening a store throws the others, also when a running node opens its store again after a disk error. Their
            // codes are the owner's.
            default: (.internalServerError, .storeUnavailable, unusable)
            }
        self.init(status, code, sentence)
    }
}

extension HTTPResponse.Status {
    /// RFC 4918, section 11.5.
    static let insufficientStorage = Self(code: 507, reasonPhrase: "Insufficient Storage")
}

extension Failure {
    /// The document `<failure code="…">sentence</failure>`.
    var body: [UInt8] { Answer.failure(Refusal(code, sentence)).xml }

    /// The whole answer, for a connection that speaks no HTTP.
    var http1Answer: [UInt8] {
        let head = """
            HTTP/1.1 \(status.code) \(status.reasonPhrase)\r
            Content-Type: text/xml; charset=utf-8\r
            Content-Length: \(body.count)\r
            Cache-Control: no-store\r
            Connection: close\r
            \r

            """
        return Array(head.utf8) + body
    }

    var response: Response { .xml(body, status: status, headers: headers) }
}
