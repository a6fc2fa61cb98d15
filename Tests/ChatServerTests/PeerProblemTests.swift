import ChatModel
import TestSupport
import Testing

@testable import ChatServer

struct PeerProblemTests {
    @Test(
        arguments: [
            .refused(status: 507, Refusal(.diskFull, "evil")), .refused(status: 409, Refusal(.cursorUnknown, "evil")),
            .noPage(reason: "evil"), .refused(status: 421, Refusal(.foreignHost, "evil")), .webPage,
            .foreignGroup(try! GroupID(base64URL: "evil-evil-evil-evil-eg"), own: .none),
            .unreadable(reason: "evil"), .refused(status: 302, nil),
        ] as [PullFailure])
    func `a client gets no text that a peer wrote, and no advice for the owner`(failure: PullFailure) throws {
        let sentence = try #require(PeerStatus.State.failing(failure).problem)
        #expect(!sentence.contains("evil") && !sentence.contains("Use "), "\(sentence)")
    }

    @Test func `the problem of an unreachable peer names the reason`() {
        let state = PeerStatus.State.failing(.unreachable(.noRoute))
        #expect(state.problem == "The peer cannot be reached: no route to host.")
    }
}
