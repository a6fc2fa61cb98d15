import ChatClient
import ChatModel
import Testing

@Suite struct NodeAddressTests {
    @Test(arguments: [
        ("http://localhost:8080", "http://localhost:8080"), ("http://localhost", "http://localhost:80"),
        ("http://localhost/", "http://localhost:80"), ("http://localhost:8080/", "http://localhost:8080"),
        ("HTTP://LocalHost:8080", "http://localhost:8080"), ("http://10.0.0.1:1", "http://10.0.0.1:1"),
        ("http://laptop.local:65535/chat", "http://laptop.local:65535/chat"),
        ("http://a/chat/", "http://a:80/chat"), ("http://a//chat//b/", "http://a:80/chat/b"),
        ("http://a/Chat", "http://a:80/Chat"), ("http://my_laptop-2:80", "http://my_laptop-2:80"),
        ("http://[::1]:8080", "http://[::1]:8080"), ("http://[::1]", "http://[::1]:80"),
        ("http://[0:0:0:0:0:0:0:1]:8080/", "http://[::1]:8080"), ("http://[FE80::A]/chat", "http://[fe80::a]:80/chat"),
    ])
    func `an address has one form`(text: String, form: String) throws {
        let address = try NodeAddress(text)
        #expect(address.description == form)
        #expect(try NodeAddress(form) == address)
    }

    @Test(arguments: [
        "", "localhost", "localhost:8080", "//localhost", "http:localhost", "http:/localhost", "http://",
        "http:///chat",
        "http://:8080", "https://localhost", "ftp://localhost", "http://user@localhost", "http://user:pass@localhost",
        "http://localhost?a=b", "http://localhost/?a", "http://localhost/#a", "http://localhost#", "http://localhost:",
        "http://localhost:0", "http://localhost:65536", "http://localhost:-1", "http://localhost:+1",
        "http://localhost:8a",
        "http://localhost:80:80", "http://[::1", "http://::1", "http://[]", "http://[127.0.0.1]", "http://[::1]8080",
        "http://[::g]",
        "http://[::1%25eth0]", "http://a b", "http://a/b c", " http://a", "http://a\n", "http://a\r\nHost: b",
        "http://a/\u{e9}",
        "http://\u{e9}", "http://a%00b", "http://a\\b", "http://a/../b", "http://a/.", "http://a/\u{301}",
        "http://" + String(repeating: "a", count: 300),
    ])
    func `anything else is refused`(text: String) {
        let error = #expect(throws: Refusal.self) { try NodeAddress(text) }
        #expect(error?.code == .badAddress)
    }

    @Test func `an address that asks for TLS hears that it comes later`() {
        #expect(throws: Refusal.self) { try NodeAddress("https://localhost") }
        let error = #expect(throws: Refusal.self) { try NodeAddress("https://localhost") }
        #expect(error?.sentence.contains("later") == true)
    }

    @Test(arguments: [
        ("http://user@localhost:80", "a user's name"), ("http://user:pass@localhost", "a user's name"),
        ("http://localhost?a=b", "more than a host, a port and a path"),
        ("http://localhost:80#a", "more than a host, a port and a path"),
    ])
    func `a refusal says what is wrong`(text: String, words: String) {
        let error = #expect(throws: Refusal.self) { try NodeAddress(text) }
        #expect(error?.sentence.contains(words) == true, "\(String(describing: error))")
    }

    @Test func `an address of 255 bytes is the longest`() throws {
        let text = "http://" + String(repeating: "a", count: 255 - 7 - 3)
        #expect(try NodeAddress(text).description.utf8.count == NodeAddress.maximumBytes)
        #expect(throws: Refusal.self) { try NodeAddress(text + "a") }
    }
}
