extension PeerStatus.State {
    /// The word that names why the state is `failing` or `not-stored`; nil for the other states.
    public var failure: String? {
        switch self {
        case .connecting, .inSync, .behind, .thisNode, .paused, .unconfirmed: nil
        case .failing(let failure): failure.code
        case .notStored(let code): "\(code)"
        }
    }
}

extension PullFailure {
    /// The word that names the failure in `status.xml`.
    public var code: String {
        switch self {
        case .unreachable(.notHTTP), .unreachable(.headerTooLong), .unreachable(.notTLS13), .unreachable(.notLink),
            .noPage:
            "no-page"
        case .unreachable(.otherKey): "other-node"
        case .unreachable(.everyAddress(let problems)): Self.common(problems)
        case .unreachable: "unreachable"
        case .brokenOff: "broken-off"
        case .noAnswer: "no-answer"
        case .tooSlow: "too-slow"
        case .tooLarge: "too-large"
        case .refused(let status, _): refusal.map { "\($0)" } ?? (status < 500 ? "refused" : "unavailable")
        case .otherNode: "other-page"
        case .webPage: "web-page"
        case .foreignGroup: "foreign-group"
        case .storeNotRead(let code): "\(code)"
        case .unreadable: "unreadable"
        }
    }

    /// The word for the problems of all addresses, if it is the same for each of them.
    private static func common(_ problems: [AddressProblem]) -> String {
        let codes = Set(problems.map { Self.unreachable($0.problem).code })
        return codes.count == 1 ? codes.first ?? "unreachable" : "unreachable"
    }
}
