import ChatModel
import Testing

@testable import ChatLink

struct LinkAddressTests {
    private let key = SigningKey().publicKey

    @Test func `an address has a key, a host and a port`() throws {
        for place in ["ben.local:7411", "192.168.1.21:1", "[fe80::1]:65535"] {
            let address = try LinkAddress("tidings:\(key)@\(place)")
            #expect(address.key == key)
            #expect(address.place == (try HostPort(place)))
            #expect("\(address)" == "tidings:\(key)@\(place)")
            #expect(try LinkAddress("TIDINGS:\(key)@\(place)") == address)
        }
    }

    @Test(arguments: [
        ("http://ben.local", "must begin with tidings:"),
        ("tidings:ben.local:7411", "one @"),
        ("tidings:KEY@KEY@ben.local:7411", "one @"),
        ("tidings:ben@ben.local:7411", "public key"),
        ("tidings:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA@ben.local:7411", "public key"),
        ("tidings:KEY@", "host or the port"),
        ("tidings:KEY@ben.local", "lacks a port"),
        ("tidings:KEY@ben.local:", "lacks a port"),
        ("tidings:KEY@ben.local:0", "between 1 and 65535"),
        ("tidings:KEY@ben.local:65536", "host or the port"),
        ("tidings:KEY@ben.local:7411/chat", "host or the port"),
    ])
    func `a wrong address is refused with what is wrong, and the right form`(text: String, words: String) {
        let text = text.replacing("KEY", with: "\(key)")
        #expect {
            try LinkAddress(text)
        } throws: { error in
            guard let refusal = error as? Refusal else { return false }
            return refusal.code == .badAddress && refusal.sentence.contains(words)
                && refusal.sentence.contains("tidings:KEY@host:7411")
        }
    }

    @Test func `addresses of one key are one peer, in the order of the configuration`() throws {
        let other = SigningKey().publicKey
        let peers = LinkPeer.peers(
            at: try [
                LinkAddress("tidings:\(key)@b:1"), LinkAddress("tidings:\(other)@c:1"),
                LinkAddress("tidings:\(key)@a:1"), LinkAddress("tidings:\(key)@B:1"),
            ])
        #expect(peers.map(\.key) == [key, other])
        #expect(peers[0].address == "tidings:\(key)@b:1,a:1")
        #expect(peers[0].name == "tidings:\(key)")
        #expect(peers[1].address == "tidings:\(other)@c:1")
    }
}
