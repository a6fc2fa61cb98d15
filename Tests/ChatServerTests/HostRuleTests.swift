import Testing

@testable import ChatServer

struct HostRuleTests {
    private let rule = HostRule(machineName: "Laptop", allowedHosts: ["chat.example.org", "Küche"])

    @Test(arguments: [
        "localhost", "LOCALHOST:8080", "localhost.", "localhost.:80", "localhost:", "127.0.0.1", "127.0.0.1:65535",
        "192.168.1.5:8080", "[::1]", "[::1]:8080", "[fe80::1]", "[::ffff:127.0.0.1]:1", "laptop",
        "LAPTOP.local:8080",
        "laptop.local.", "chat.example.org", "Chat.Example.org.:443",
    ])
    func `IP addresses, localhost, the machine's name and allowed names are accepted with any port`(host: String) {
        #expect(rule.allows(host, isLoopback: false))
    }

    @Test(arguments: [
        "localhost", "LOCALHOST:8080", "127.0.0.1", "127.5.0.1:8080", "[::1]:8080", "[::ffff:127.0.0.1]:1",
        "chat.example.org",
    ])
    func `localhost, loopback addresses and allowed names are accepted on a loopback connection`(host: String) {
        #expect(rule.allows(host, isLoopback: true))
    }

    @Test(arguments: [
        "laptop", "LAPTOP.local:8080", "192.168.1.5:8080", "128.0.0.1", "[fe80::1]", "[::2]", "[::ffff:192.168.1.5]",
        "[127::1]",
    ])
    func `the machine's name and other addresses are refused on a loopback connection`(host: String) {
        #expect(!rule.allows(host, isLoopback: true))
    }

    @Test(arguments: [
        "", ":", ":8080", "evil.example", "localhost.evil.example", "evil.localhost", "laptop.local.evil.example",
        "example.org", "::1", "::1:8080", "[::1", "::1]", "[localhost]", "[127.0.0.1]", "localhost:x",
        "localhost:65536", "localhost:+1", "localhost:-1", "localhost:80:80", "127.0.0.1.evil.example", "127.1",
        "0x7f.0.0.1", "2130706433", "localhost, evil.example", "a@localhost", "localhost/x", "[::1]x",
    ])
    func `unknown names and malformed hosts are refused`(host: String) {
        #expect(!rule.allows(host, isLoopback: false))
    }

    @Test func `a request without Host is accepted`() {
        #expect(rule.allows(nil, isLoopback: true))
    }

    @Test func `the machine's name is accepted with and without .local`() {
        for name in ["mac.local", "mac", "mac.local.", "Mac"] {
            let rule = HostRule(machineName: name, allowedHosts: [])
            #expect(rule.allows("mac:8080", isLoopback: false))
            #expect(rule.allows("mac.local", isLoopback: false))
            #expect(!rule.allows("mac.local.local", isLoopback: false))
        }
        #expect(!HostRule(machineName: "", allowedHosts: []).allows(".local", isLoopback: false))
    }
}
