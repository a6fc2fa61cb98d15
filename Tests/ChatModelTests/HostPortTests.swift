import ChatModel
import Testing

@Suite struct HostPortTests {
    @Test(arguments: [
        ("localhost", "localhost", nil), ("localhost:8080", "localhost", 8080), ("LocalHost:0", "localhost", 0),
        ("example.org:", "example.org", nil), ("127.0.0.1:65535", "127.0.0.1", 65_535),
        ("my_laptop-2.", "my_laptop-2.", nil),
        ("Küche:080", "küche", 80), ("[::1]", "::1", nil), ("[::1]:8080", "::1", 8080),
        ("[FE80::A%eth0]:", "fe80::a%eth0", nil), ("[fe80::a%25Ethernet-2]:1", "fe80::a%Ethernet-2", 1),
        ("[fe80::a%25]", "fe80::a%25", nil),
        ("[::ffff:127.0.0.1]:1", "::ffff:127.0.0.1", 1),
    ])
    func `the parser splits a text into host and port`(text: String, host: String, port: Int?) throws {
        let parsed = try HostPort(text)
        #expect(parsed.host == host)
        #expect(parsed.port == port)
        #expect(try HostPort(parsed.description) == parsed)
    }

    @Test(arguments: [
        "", ":", ":80", "a b", "a/b", "a@b", "a,b", "a?b", "a#b", "a%00b", "[", "[]", "[::1", "[localhost]",
        "[127.0.0.1]",
        "[::1/64]", "::1", "::1:8080", "]:80",
    ])
    func `the parser refuses an invalid host`(text: String) {
        #expect(throws: HostPort.ParseError.host) { try HostPort(text) }
    }

    @Test(arguments: [
        "a:x", "a:65536", "a:+1", "a:-1", "a:8a", "a:80:80", "a: 80", "a:\u{0668}", "[::1]8080", "[::1]x", "[::1]:[",
        "[::1]]",
    ])
    func `the parser refuses an invalid port`(text: String) {
        #expect(throws: HostPort.ParseError.port) { try HostPort(text) }
    }

    @Test func `without its zone, an address means the same on every machine`() throws {
        #expect(try HostPort("[fe80::1%25wlan0]:80").withoutZone.description == "[fe80::1]:80")
        #expect(try HostPort("[fe80::1]:80").withoutZone.description == "[fe80::1]:80")
        #expect(try HostPort("laptop.local:80").withoutZone.description == "laptop.local:80")
    }

    @Test func `the description puts an IPv6 address in brackets`() {
        #expect(HostPort(host: "::1", port: 80).description == "[::1]:80")
        #expect(HostPort(host: "::1", port: nil).description == "[::1]")
        #expect(HostPort(host: "localhost", port: 80).description == "localhost:80")
    }
}
