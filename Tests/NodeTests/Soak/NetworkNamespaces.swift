import Foundation
import Subprocess

/// Hosts as network namespaces, joined by links that can fail.
struct NetworkNamespaces: Sendable {
    let names: [String]

    private static let prefix = "tidings-soak-"

    static var isAllowed: Bool {
        #if os(Linux)
            geteuid() == 0
        #else
            false
        #endif
    }

    /// Makes hosts and links, runs `body`, and removes them also when `body` throws.
    static func with(
        _ count: Int, links: [HostLink], _ body: (NetworkNamespaces) async throws -> Void
    ) async throws {
        try await removeLeftovers()
        // The process id distinguishes simultaneous runs, and shows which namespaces belong to runs that ended.
        let process = ProcessInfo.processInfo.processIdentifier
        let network = NetworkNamespaces(names: (0..<count).map { "\(prefix)\(process)-\($0)" })
        let outcome: Result<Void, any Error>
        do {
            try await network.setUp(links)
            outcome = .success(try await body(network))
        } catch {
            outcome = .failure(error)
        }
        // Deleting a namespace also deletes its interfaces.
        for name in network.names { _ = try? await Command.run(["ip", "netns", "delete", name]) }
        try outcome.get()
    }

    private func setUp(_ links: [HostLink]) async throws {
        for (host, name) in names.enumerated() {
            try await Command.run(["ip", "netns", "add", name])
            try await ip(host, "link set lo up")
        }
        for link in links {
            try await ip(
                link.first,
                "link add name \(link.device) type veth peer name \(link.device) netns \(names[link.second])")
            for host in [link.first, link.second] {
                try await ip(host, "addr add \(link.address(of: host))/30 dev \(link.device)")
                try await ip(host, "link set \(link.device) up")
            }
        }
    }

    /// Deletes the namespaces of runs that were killed, and kills the nodes that still run in them.
    private static func removeLeftovers() async throws {
        let lines = try await Command.run(["ip", "netns", "list"]).split(separator: "\n")
        for name in lines.compactMap({ $0.split(separator: " ").first.map(String.init) }) where isLeftover(name) {
            let processes = (try? await Command.run(["ip", "netns", "pids", name])) ?? ""
            for process in processes.split(separator: "\n").compactMap({ pid_t($0) }) { kill(process, SIGKILL) }
            _ = try? await Command.run(["ip", "netns", "delete", name])
        }
    }

    private static func isLeftover(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }) else {
            return false
        }
        return kill(process, 0) != 0 && errno == ESRCH
    }
}

// MARK: - Faults

extension NetworkNamespaces {
    func impose(_ fault: LinkFault, on link: HostLink) async throws {
        switch fault {
        case .unplugged: try await ip(link.first, "link set \(link.device) down")
        case .silent: for host in [link.first, link.second] { try await loseAll(at: host, of: link) }
        case .firstSilent: try await loseAll(at: link.first, of: link)
        case .secondSilent: try await loseAll(at: link.second, of: link)
        case .slow:
            for host in [link.first, link.second] {
                try await tc(host, "qdisc replace dev \(link.device) root tbf rate 64kbit burst 2k latency 400ms")
            }
        }
    }

    func repair(_ fault: LinkFault, of link: HostLink) async throws {
        let shaped =
            switch fault {
            case .unplugged: [Int]()
            case .silent, .slow: [link.first, link.second]
            case .firstSilent: [link.first]
            case .secondSilent: [link.second]
            }
        if fault == .unplugged { try await ip(link.first, "link set \(link.device) up") }
        for host in shaped { try await tc(host, "qdisc del dev \(link.device) root") }
    }

    /// Drops all packets that a host sends, with a token bucket that is smaller than any packet.
    private func loseAll(at host: Int, of link: HostLink) async throws {
        try await tc(host, "qdisc replace dev \(link.device) root tbf rate 8bit burst 1 limit 1")
    }

    private func ip(_ host: Int, _ words: String) async throws {
        try await Command.run(["ip", "-n", names[host]] + words.split(separator: " ").map(String.init))
    }

    private func tc(_ host: Int, _ words: String) async throws {
        try await Command.run(["tc", "-n", names[host]] + words.split(separator: " ").map(String.init))
    }
}

/// A link between two hosts, with an interface of the same name on each.
struct HostLink: Hashable, Sendable {
    let index: Int
    let first: Int
    let second: Int

    var device: String { "link\(index)" }

    func joins(_ one: Int, _ other: Int) -> Bool {
        (first, second) == (one, other) || (second, first) == (one, other)
    }

    /// The address of one of the two hosts on this link.
    func address(of host: Int) -> String {
        "10.77.\(index).\(host == first ? 1 : 2)"
    }
}

/// A fault of a link. Faults use token buckets, because not every kernel has netem.
enum LinkFault: String, CaseIterable, Sendable {
    /// The interface is down. Both hosts get an error at once.
    case unplugged
    /// All packets are lost without an error.
    case silent
    /// Packets from the first host are lost; those from the second arrive.
    case firstSilent = "silent first host"
    /// Packets from the second host are lost; those from the first arrive.
    case secondSilent = "silent second host"
    /// 64 kbit/s in each direction. Packets wait in a queue for up to 400 ms; those beyond it are lost.
    case slow
}

/// Runs another program until it exits.
enum Command {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Returns: The output, with standard error.
    /// - Throws: ``Failure`` with the output if the exit status is not 0.
    @discardableResult
    static func run(_ words: [String]) async throws -> String {
        let result = try await Subprocess.run(
            .name(words[0]), arguments: Arguments(Array(words.dropFirst())), output: .string(limit: 1 << 20),
            error: .combinedWithOutput)
        let text = result.standardOutput
        guard result.terminationStatus.isSuccess else {
            throw Failure(description: "\(words.joined(separator: " ")): \(result.terminationStatus): \(text)")
        }
        return text
    }
}
