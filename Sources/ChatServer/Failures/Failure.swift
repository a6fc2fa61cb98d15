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
        case .invitationUnknown, .invitationExpired, .invitationUsedUp, .invitationVoid, .notIntroduced, .peerPaused:
            .forbidden
        case .otherGroup, .inviterOtherGroup, .notMember, .messagesNotCarried, .groupNotConfirmed, .tooManyPeers,
            .tooManyInvitations, .peersUnconfirmed, .notListening, .cannotLeave, .onlyMember:
            .conflict
        case .peerUnknown: .notFound
        case .joining: .serviceUnavailable
        case .inviterUnreachable, .inviterRefused: .badGateway
        default: .badRequest
        }
    }

    init(_ error: StoreError) {
        let (status, code) = Self.answer(to: error)
        self.init(status, code, Self.sentence(on: error))
    }

    /// The client's sentence: it contains no path and no flag, which are the owner's.
    private static func sentence(on error: StoreError) -> String {
        switch error {
        case .diskFull: "The node's disk is full, so the message was not stored. Send the message again later."
        case .diskReserve: "The node's disk is almost full, so it takes no messages of other nodes."
        case .storeFull:
            "The node's store is full, so the message was not stored. Ask the node's owner to enlarge the store."
        case .idsExhausted: "The node has no ids left, so the message was not stored. Use another node."
        case .postKeyReused:
            "Another message was posted with this key. Send each message with a new value of the parameter key."
        case .targetUnknown:
            "This node does not have the message to change. Send the change again when the message has come."
        case .targetUnfit:
            "The message cannot be changed so: it was deleted, has no text, or is itself a change of another message."
        case .notAuthor:
            "Only who has written a message can change it: at the node where it was written, with the key of its post as the "
                + "parameter proof, or as the owner of that node."
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
        case .damaged, .unsound, .idsNotReserved, .fileGone, .accessDenied, .outOfMemory, .unavailable,
            .folderNotOpened, .folderNotWritable, .folderOfOtherUser, .rebuildTargetUnusable, .folderNotSynchronized,
            .folderInUse, .folderNotLocked,
            .storeMissing, .copyNotPutBack, .nodeKeyNotWritten, .nodeKeyMissing, .nodeKeyNotRead, .nodeKeyInvalid,
            .nodeKeyDiffers, .schemaUnknown, .truncated:
            "The node cannot use its store. The reason is in the node's log; tell the node's owner."
        }
    }

    private static func answer(to error: StoreError) -> (HTTPResponse.Status, FailureCode) {
        switch error {
        case .diskFull, .storeFull, .idsExhausted: (.insufficientStorage, error.code)
        // No client's request meets this.
        case .diskReserve: (.insufficientStorage, .diskFull)
        case .postKeyReused, .positionUnknown, .notInRoom, .targetUnknown, .targetUnfit: (.conflict, error.code)
        case .notAuthor: (.forbidden, error.code)
        case .busy, .closed, .outcomeUnknown, .idsNotReserved, .reopening, .fileGone, .accessDenied, .outOfMemory,
            .unavailable:
            (.serviceUnavailable, error.code)
        case .damaged, .unsound: (.internalServerError, error.code)
        // Opening a store throws these, also when a running node opens its store again after a disk error. Their codes
        // are the owner's.
        case .truncated: (.internalServerError, .storeDamaged)
        default: (.internalServerError, .storeUnavailable)
        }
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
