import ChatModel
import TestSupport
import Testing

@Suite struct Base64URLTests {
    /// RFC 4648, section 10, without padding, and the two characters in which base64url differs.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
        ("?>?>", "Pz4_Pg"), ("~~~", "fn5-"),
    ])
    func `bytes are encoded and decoded as in the RFC`(bytes: String, text: String) {
        #expect(Base64URL.encode(Array(bytes.utf8)) == text)
        #expect(Base64URL.decode(text) == Array(bytes.utf8))
    }

    @Test(arguments: [
        "Zg==", "Zm8=", "Zm9v=", "=", "Z", "Zm9vY", "Zh", "Zm9", "Zm9vYh", "Pz4/Pg", "fn5+", "Zm9v ", " Zm9v", "Zm 9v",
        "Zm9v\n", "Zm9v\r\n",
        "Zm\u{e9}v", "Zm9v\u{0}", "Ｚm9v",
    ])
    func `text that is not canonical base64url without padding is refused`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `random bytes are encoded and decoded unchanged`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for count in 0..<100 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }

    @Test func `unused bits in the last character must be 0`() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let accepted = alphabet.filter { Base64URL.decode("AAAAAAAAAAAAAAAAAAAAA\($0)") != nil }
        #expect(accepted == "AQgw")  // 22 characters are 132 bits, of which 128 are a mark's.
    }

    @Test func `a value of fixed length refuses any other length`() throws {
        #expect(try Mark(base64URL: "AAAAAAAAAAAAAAAAAAAAAA") == .zero)
        for text in ["", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB", "AAAAAAAAAAAAAAAAAAAAAA=="] {
            #expect(refusal { _ = try Mark(base64URL: text) } == .badValue)
        }
    }
}
