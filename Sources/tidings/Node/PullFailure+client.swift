import ChatClient
import ChatModel

extension PullFailure {
    /// - Parameter host: the host to which the request went; nil if it went over a link.
    init(_ kind: ChatClientError.Kind, host: String? = nil) {
        self =
            switch kind {
            case .unreachable(let problem): .unreachable(problem)
            case .brokenOff(let problem): .brokenOff(problem)
            case .noAnswer(let time): .noAnswer(after: time)
            case .tooSlow: .tooSlow
            case .tooLarge: .tooLarge
            case .cursorUnknown(let sentence): .cursorUnknown(sentence: sentence)
            case .refused(let status, let refusal): .refused(status, refusal, host: host)
            case .webPage: .webPage
            case .noPage(let reason): .noPage(reason: reason)
            }
    }

    private static func refused(_ status: Int, _ refusal: Refusal?, host: String?) -> PullFailure {
        switch refusal?.code {
        case .foreignHost?: host.map(PullFailure.hostRefused) ?? .refused(status: status, refusal)
        case .notPaired?: .notPaired
        case .peerRemoved?: .removed
        case .peerPaused?: .paused
        case .pairingRequired?: .linkRequired
        default: .refused(status: status, refusal)
        }
    }
}
