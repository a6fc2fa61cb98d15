import ChatModel
import Testing

@testable import ChatServer

struct LogAccessTests {
    private let key = SigningKey().publicKey

    private func code(
        needsLink: Bool, _ query: String, from peer: PublicKey? = nil, onThisMachine: Bool = false
    ) throws -> FailureCode? {
        do {
            var parameters = Parameters()
            parameters.add(URLEncodedForm.pairs(in: query.utf8))
            let request = try MessagesRequest(parameters)
            try LogAccess { needsLink }.check(request, from: peer, onThisMachine: onThisMachine)
            return nil
        } catch let failure as Failure {
            return failure.code
        }
    }

    @Test func `a node with links refuses the log to clients of other machines only`() throws {
        #expect(try code(needsLink: true, "view=log") == .pairingRequired)
        #expect(try code(needsLink: true, "view=log&node=\(key)") == .pairingRequired)
        #expect(try code(needsLink: true, "view=log", onThisMachine: true) == nil)
        #expect(try code(needsLink: true, "view=chat") == nil)
        #expect(try code(needsLink: true, "past=0") == nil)
        #expect(try code(needsLink: false, "view=log") == nil)
    }

    @Test func `a peer over a link reads the log only, under its own key`() throws {
        for needsLink in [false, true] {
            #expect(try code(needsLink: needsLink, "view=log", from: key) == nil)
            #expect(try code(needsLink: needsLink, "view=log&node=\(key)", from: key) == nil)
            let other = SigningKey().publicKey
            #expect(try code(needsLink: needsLink, "view=log&node=\(other)", from: key) == .foreignNode)
            #expect(try code(needsLink: needsLink, "view=chat", from: key) == .notFound)
            #expect(try code(needsLink: needsLink, "", from: key) == .notFound)
        }
    }
}
