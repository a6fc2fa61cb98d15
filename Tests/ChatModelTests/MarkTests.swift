import ChatModel
import Crypto
import Testing

@Suite struct MarkTests {
    @Test func `a mark is the first 16 bytes of SHA-256 over the previous mark and the digest`() throws {
        let digest = try Digest(bytes: 0..<32)
        let first = Mark.zero.appending(digest)
        #expect(
            first.bytes
                == Array(SHA256.hash(data: Array(repeating: 0, count: 16) + digest.bytes)).prefix(16).map(\.self))
        #expect(first.appending(digest).bytes == Array(SHA256.hash(data: first.bytes + digest.bytes).prefix(16)))
    }

    @Test func `the same digests in another order have another mark`() throws {
        let (one, other) = (try Digest(bytes: 0..<32), try Digest(bytes: 1..<33))
        #expect(Mark.zero.appending(one).appending(other) != Mark.zero.appending(other).appending(one))
    }
}
