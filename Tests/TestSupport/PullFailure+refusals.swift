public import ChatModel

extension PullFailure {
    /// A refusal by a peer, with its code.
    public static func refused(_ code: FailureCode, status: Int = 403) -> Self {
        .refused(status: status, Refusal(code, "The words of the peer."))
    }

    /// The peer's log does not have the requested position.
    public static let cursorUnknown = refused(.cursorUnknown, status: 409)
}
