import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

@testable import tidings

extension NetworkNamespaces {
    /// Runs `ip` with words that begin with the number of a host.
    fileprivate func ip(_ lines: String...) async throws {
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            guard let host = Int(words[0]) else { preconditionFailure("\(line) begins with a host") }
            try await Command.run(["ip", "-n", names[host]] + words.dropFirst())
        }
    }
}

/// Nodes that cannot dial one another, on machines with routers between them.
@Suite(.serialized, .timeLimit(.minutes(6)))
struct TurnedLinkTests {
    /// Two laptops, each behind a router of its own that lets connections out only, and a server in the open. All three have the
    /// same private address, too. The routers forget a connection without traffic after a minute, as those of providers do; one
    /// changes the ports.
    ///
    /// ```
    /// laptop 0 --- router 2 --- server 4 --- router 3 --- laptop 1
    /// ```
    private static let links = [
        HostLink(index: 0, first: 0, second: 2), HostLink(index: 1, first: 1, second: 3),
        HostLink(index: 2, first: 2, second: 4), HostLink(index: 3, first: 3, second: 4),
    ]
    private static let laptops = 0...1
    private static let server = 4
    private static let privateAddress = "192.168.1.10"

    private func setUpRouters(_ network: NetworkNamespaces) async throws {
        for laptop in Self.laptops {
            let router = laptop + 2
            try await Command.run(
                ["ip", "-n", network.names[laptop], "route", "add", "default", "via", "10.77.\(laptop).2"])
            try await Command.run(
                ["ip", "-n", network.names[router], "route", "add", "default", "via", "10.77.\(router).2"])
            let here = ["ip", "netns", "exec", network.names[router]]
            let settings = [
                "net.ipv4.ip_forward=1", "net.netfilter.nf_conntrack_tcp_timeout_established=60",
                "net.netfilter.nf_conntrack_tcp_loose=0",
            ]
            let rules = [
                "add table ip nat", "add chain ip nat out { type nat hook postrouting priority 100; }",
                "add rule ip nat out oifname link\(router) masquerade\(laptop == 1 ? " fully-random" : "")",
                "add table ip filter",
                "add chain ip filter in { type filter hook forward priority 0; }",
                "add rule ip filter in iifname link\(router) ct state new drop",
            ]
            try await Command.run(here + ["nft", rules.joined(separator: "; ")])
            try await Command.run(here + ["sysctl", "-qw"] + settings)
        }
        for (host, device) in [(0, "link0"), (1, "link1"), (Self.server, "link2")] {
            try await Command.run(
                ["ip", "-n", network.names[host], "addr", "add", "\(Self.privateAddress)/24", "dev", device])
        }
    }

    private func curl(_ words: [String], on host: Int, _ network: NetworkNamespaces) async throws -> String {
        try await Command.run(["ip", "netns", "exec", network.names[host], "curl", "-s", "-m", "10"] + words)
    }

    private func add(_ text: String, on host: Int, _ network: NetworkNamespaces) async throws {
        let form = ["-d", "user=jack", "-d", "message=\(text)", "http://127.0.0.1:8080/add.php"]
        #expect(try await curl(form, on: host, network).contains("<success />"))
    }

    private func expect(
        _ text: String, on hosts: [Int], within time: Duration, _ network: NetworkNamespaces,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for host in hosts {
            try await eventually("Host \(host) has \(text).", within: time, sourceLocation: sourceLocation) {
                try await curl(["http://127.0.0.1:8080/messages.php"], on: host, network)
                    .contains("<text>\(text)</text>")
            }
        }
    }

    private func tidings(_ words: String...) async throws -> String {
        let result = try await Subprocess.run(
            .path(.init(Program.built.path)), arguments: Arguments(words), output: .string(limit: 1 << 20),
            error: .combinedWithOutput)
        #expect(result.terminationStatus.isSuccess, "\(result.standardOutput)")
        return result.standardOutput
    }

    @Test(.enabled(if: NetworkNamespaces.isAllowed))
    func `two laptops behind routers and a server in the open end equal, also after cuts and changed addresses`()
        async throws
    {
        let folder = try TemporaryFolder()
        let hosts = [0, 1, Self.server]
        try await NetworkNamespaces.with(5, links: Self.links) { network in
            try await setUpRouters(network)
            var nodes: [Program] = []
            for host in hosts {
                let node = try await Program(
                    serving: "\(folder.path)/\(host)", on: "127.0.0.1:8080", inNamespace: network.names[host],
                    timeLimit: .seconds(340))
                _ = try await node.address()
                nodes.append(node)
            }
            let invited = try await tidings("invite", "--uses", "2", "--data", "\(folder.path)/\(Self.server)")
            let link = String(try #require(invited.split(separator: "'").first { $0.hasPrefix("tidings:") }))
            for laptop in Self.laptops {
                _ = try await tidings("join", link, "--data", "\(folder.path)/\(laptop)")
            }
            // The server cannot open a connection to a laptop.
            await #expect(throws: Command.Failure.self) {
                try await curl(["http://10.77.2.1:7411/"], on: Self.server, network)
            }
            for (number, host) in hosts.enumerated() {
                try await add("first-\(number)", on: host, network)
                try await expect("first-\(number)", on: hosts, within: .seconds(20), network)
            }
            // Settled: a message is everywhere soon after it was written. On an idle machine it takes some 100 ms.
            for number in 0..<5 {
                try await add("settled-\(number)", on: hosts[number % 3], network)
                try await expect("settled-\(number)", on: hosts, within: .seconds(5), network)
            }

            // One laptop is closed for a minute. Then its links are dead, and it is not told. The other is idle meanwhile.
            nodes[0].send(SIGSTOP)
            try await add("while-closed", on: Self.server, network)
            try await Task.sleep(for: .seconds(65))
            nodes[0].send(SIGCONT)
            try await add("after-a-minute", on: 1, network)
            try await expect("after-a-minute", on: [Self.server], within: .seconds(5), network)
            try await add("awake", on: 0, network)
            for text in ["while-closed", "after-a-minute", "awake"] {
                try await expect(text, on: hosts, within: .seconds(12), network)
            }

            // A laptop changes its network.
            try await network.ip(
                "0 addr flush dev link0", "0 addr add 10.77.0.5/24 dev link0", "0 route add default via 10.77.0.2",
                "2 route add 10.77.0.5/32 dev link0")
            try await add("moved", on: 0, network)
            try await add("to-the-moved", on: 1, network)
            for text in ["moved", "to-the-moved"] {
                try await expect(text, on: hosts, within: .seconds(20), network)
            }

            try await network.impose(.unplugged, on: Self.links[2])
            try await add("laptop-0-alone", on: 0, network)
            try await add("the-others", on: 1, network)
            try await expect("the-others", on: [Self.server], within: .seconds(5), network)
            try await network.repair(.unplugged, of: Self.links[2])
            // The router has forgotten all connections through the link. The server gets another address there, and the router of
            // laptop 1 gets one, too. The laptops are not told that their links are dead.
            try await network.ip(
                "4 route add 10.77.3.9/32 dev link3", "3 addr flush dev link3", "3 addr add 10.77.3.9/32 dev link3",
                "3 route add 10.77.3.2/32 dev link3", "3 route replace default via 10.77.3.2",
                "4 addr add 10.77.2.9/32 dev link2", "4 addr del 10.77.2.2/30 dev link2",
                "4 route add 10.77.2.1/32 dev link2", "2 route replace default via 10.77.2.9 dev link2 onlink")
            try await add("from-another-address", on: 1, network)
            try await add("to-another-address", on: 0, network)
            for text in ["laptop-0-alone", "the-others", "from-another-address", "to-another-address"] {
                try await expect(text, on: hosts, within: .seconds(120), network)
            }
            for node in nodes { await node.terminate() }
        }
    }
}
