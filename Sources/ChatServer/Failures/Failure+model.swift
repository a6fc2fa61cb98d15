internal import ChatModel
internal import ChatStore
internal import HTTPTypes

/// What the lower layers refuse, as HTTP says it.
extension Failure {
    init(_ refusal: Refusal) {
        switch refusal.code {
        case .tooLong(.text), .messageTooLarge:
            self.init(.contentTooLarge, refusal.code.rawValue, refusal.sentence)
        case .missing(.text):
            // People know the field `text` by the name of the parameter that brings it.
            self.init(
                .badRequest, refusal.code.rawValue,
                "A message needs a text: write one in the parameter message and send again.")
        default:
            self.init(.badRequest, refusal.code.rawValue, refusal.sentence)
        }
    }

    init(_ error: StoreError) {
        self.init(Self.status(of: error.code), error.code.rawValue, error.sentence)
    }

    private static func status(of code: StoreError.Code) -> HTTPResponse.Status {
        switch code {
        case .diskFull, .storeFull, .idsExhausted: .insufficientStorage
        case .keyReused, .cursorUnknown: .conflict
        case .busy, .closed, .outcomeUnknown, .unavailable: .serviceUnavailable
        case .damaged: .internalServerError
        case .folderUnusable, .folderInUse, .storeMissing, .keyMissing, .keyUnreadable, .schemaUnknown, .truncated:
            .internalServerError  // Those of opening: a store that answers requests is open.
        }
    }
}

extension HTTPResponse.Status {
    /// RFC 4918, section 11.5.
    static let insufficientStorage = Self(code: 507, reasonPhrase: "Insufficient Storage")
}
