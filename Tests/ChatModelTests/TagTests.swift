import Foundation
import TestSupport
import Testing

@testable import ChatModel

struct TagTests {
    @Test func `no tag is a prefix of another`() {
        for tag in Tag.allCases {
            #expect(Tag.allCases.filter { $0.rawValue.hasPrefix(tag.rawValue) } == [tag])
        }
    }

    @Test func `the protocol lists all tags`() throws {
        let document = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/nodes.md")
        let protocolText = try String(contentsOf: document, encoding: .utf8)
        for tag in Tag.allCases { #expect(protocolText.contains("`\(tag.rawValue)`"), "\(tag)") }
    }

    @Test func `the seed of a store's checksums follows from the node key by HKDF`() throws {
        // Computed with Python's hmac and hashlib.
        let key = try SigningKey(seed: Array(0..<32))
        #expect(ChecksumSeed(of: key).rawValue == 0x0a97_6a31_9458_a943)
    }

    @Test func `the nonce of a post key follows from the node key by HKDF and HMAC`() throws {
        // Computed with Python's hmac and hashlib.
        let key = try SigningKey(seed: Array(0..<32))
        #expect(NonceKey(of: key).nonce(for: Array("5f3a91".utf8)).bytes == [UInt8](hex: "4b9c97c39e704301"))
    }
}
