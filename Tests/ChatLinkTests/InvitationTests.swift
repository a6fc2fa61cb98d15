import ChatLink
import ChatModel
import TestSupport
import Testing

struct InvitationTests {
    private let invitation = Invitation(
        peer: LinkPeer(
            key: SigningKey().publicKey,
            places: [HostPort(host: "192.168.1.7", port: 7411), HostPort(host: "fd00::7", port: 1)]),
        group: Sample.group, secret: .random())

    @Test func `a link is found in each text that somebody may paste`() throws {
        for pasted in Vectors.pastedTexts {
            #expect(Invitation.link(in: pasted.text) == pasted.link, "\(pasted.name)")
            #expect((try? Invitation(pasted.text)) == (try pasted.link.map { try Invitation($0) }), "\(pasted.name)")
        }
    }

    @Test func `an invitation is read as it was written`() throws {
        let link = "\(invitation)"
        #expect(try Invitation(link) == invitation)
        #expect(try Invitation("TIDINGS:" + link.dropFirst(8)) == invitation)
        #expect(link.hasPrefix("tidings:\(invitation.peer.key)@192.168.1.7:7411,[fd00::7]:1/"))
    }

    @Test func `a link that is cut anywhere is refused with a sentence`() {
        let link = "\(invitation)"
        for count in 0..<link.count {
            #expect(throws: Refusal.self, "\(count)") { try Invitation(String(link.prefix(count))) }
        }
    }

    @Test(arguments: [
        "", "http://localhost:8080", "tidings:", "tidings:a@b:1", "tidings:KEY@h:1/GROUP/more/SECRET",
        "tidings:KEY@h/GROUP/SECRET", "tidings:KEY@h:0/GROUP/SECRET", "tidings:KEY@/GROUP/SECRET",
        "tidings:KEY@h:1,/GROUP/SECRET", "tidings:KEY@h:1@i:2/GROUP/SECRET", "tidings:KEY/GROUP/SECRET",
        "tidings:KEY@h:1/AAAAAAAAAAAAAAAAAAAAAA/SECRET", "tidings:KEY@h:1/xGROUP/SECRET",
        "tidings:KEY@h:1,h:2,h:3,h:4,h:5,h:6,h:7,h:8,h:9,h:10,h:11,h:12,h:13,h:14,h:15,h:16,h:17/GROUP/SECRET",
    ])
    func `a wrong link is refused`(form: String) {
        let link = form.replacing("KEY", with: "\(invitation.peer.key)").replacing("GROUP", with: "\(invitation.group)")
            .replacing("SECRET", with: "\(invitation.secret)")
        let refusal = #expect(throws: Refusal.self) { try Invitation(link) }
        #expect(refusal?.code == .badInvitation)
    }

    @Test func `a link that is not whole is refused with a sentence about it, also behind other words`() {
        let refusal = #expect(throws: Refusal.self) { try Invitation("To Tidings: \("\(invitation)".dropLast())") }
        #expect(refusal?.sentence.contains("Copy the whole link") == true)
    }

    @Test func `a very long text is refused`() {
        let key = "tidings:\(invitation.peer.key)@"
        for text in ["a/", "tidings:", key] {
            #expect(throws: Refusal.self) { try Invitation("tidings:" + String(repeating: text, count: 1_000)) }
        }
    }
}
