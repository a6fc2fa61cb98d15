import ChatClient
import ChatModel
import Testing

struct NodeAddressTests {
    @Test(arguments: [
        ("http://localhost:8080", "http://localhost:8080"), ("http://localhost", "http://localhost:80"),
        ("http://localhost/", "http://localhost:80"), ("http://localhost:8080/", "http://localhost:8080"),
        ("HTTP://LocalHost:8080", "http://localhost:8080"), ("http://10.0.0.1:1", "http://10.0.0.1:1"),
        ("http://laptop.local:65535/chat", "http://laptop.local:65535/chat"),
        ("http://a/chat/", "http://a:80/chat"), ("http://a//chat//b/", "http://a:80/chat/b"),
        ("http://a/Chat", "http://a:80/Chat"), ("http://my_laptop-2:80", "http://my_laptop-2:80"),
        ("http://[::1]:8080", "http://[::1]:8080"), ("http://[::1]", "http://[::1]:80"),
        ("http://[0:0:0:0:0:0:0:1]:8080/", "http://[::1]:8080"), ("http://[FE80::A]/chat", "http://[fe80::a]:80/chat"),
        ("http://[fe80::1%wlan0]:8080", "http://[fe80::1%wlan0]:8080"),
        ("http://[FE80:0::1%25Wlan0]:8080", "http://[fe80::1%Wlan0]:8080"),
    ])
    func `equal addresses have one description`(text: String, form: String) throws {
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
    func `a text that is not the address of a node is refused`(text: String) {
        let error = #expect(throws: Refusal.self) { try NodeAddress(text) }
        #expect(error?.code == .badAddress)
    }

    @Test(arguments: [
        ("http://user@localhost:80", "a user name"), ("http://user:pass@localhost", "a user name"),
        ("http://localhost?a=b", "only a host, a port and a path"),
        ("http://localhost:65536", "The port must be between 1 and 65535."),
        ("http://localhost:", "The port must be between 1 and 65535."), ("http://:80", "no valid host"),
        ("http://[::g]", "IPv6"), ("http://[fe80::1%]", "IPv6"), ("http://[fd00::1%eth0]", "Only a link-local address"),
        ("http://a/../b", "must not contain the segments"),
        ("https://localhost", "https:// is not supported yet"), ("ftp://localhost", "must begin with http://"),
        ("http://localhost:80#a", "only a host, a port and a path"),
        ("http://localhost:8080/chat/messages.php", "must end before /messages.php"),
        ("ben.local", "Did you mean http://ben.local:8080?"), ("ben.local:80", "Did you mean http://ben.local:80?"),
        ("ben.local:8081", "Did you mean http://ben.local:8081?"), ("[::1]", "Did you mean http://[::1]:8080?"),
        ("b\u{fc}n.local", "only ASCII characters"),
    ])
    func `a refusal names the problem`(text: String, words: String) {
        let error = #expect(throws: Refusal.self) { try NodeAddress(text) }
        #expect(error?.sentence.contains(words) == true, "\(String(describing: error))")
    }

    @Test func `an address has at most 255 bytes`() throws {
        let text = "http://" + String(repeating: "a", count: 255 - 7 - 3)
        #expect(try NodeAddress(text).description.utf8.count == Limits.addressBytes)
        #expect(throws: Refusal.self) { try NodeAddress(text + "a") }
    }
}
