import Foundation

/// Hosts with a network of their own: network namespaces, joined by links that can fail.
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

    /// Makes hosts and links for `body`, and removes them whatever comes of it.
    static func with(
        _ count: Int, links: [HostLink], _ body: (NetworkNamespaces) async throws -> Void
    ) async throws {
        try await removeLeftovers()
        // The process's number keeps runs at the same time apart, and tells whose namespaces nobody needs any more.
        let process = ProcessInfo.processInfo.processIdentifier
        let network = NetworkNamespaces(names: (0..<count).map { "\(prefix)\(process)-\($0)" })
        let outcome: Result<Void, any Error>
        do {
            try await network.setUp(links)
            outcome = .success(try await body(network))
        } catch {
            outcome = .failure(error)
        }
        // An interface goes with its namespace.
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

    /// Removes the namespaces of runs that died, with the nodes that still run there.
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

// MARK: - Failing and healing

extension NetworkNamespaces {
    func impose(_ fault: LinkFault, on link: HostLink) async throws {
        switch fault {
        case .unplugged: try await ip(link.first, "link set \(link.device) down")
        case .silent: for host in [link.first, link.second] { try await loseAll(at: host, of: link) }
        case .firstUnheard: try await loseAll(at: link.first, of: link)
        case .secondUnheard: try await loseAll(at: link.second, of: link)
        case .slow:
            for host in [link.first, link.second] {
                try await tc(host, "qdisc replace dev \(link.device) root tbf rate 64kbit burst 2k latency 400ms")
            }
        }
    }

    func heal(_ fault: LinkFault, of link: HostLink) async throws {
        let shaped =
            switch fault {
            case .unplugged: [Int]()
            case .silent, .slow: [link.first, link.second]
            case .firstUnheard: [link.first]
            case .secondUnheard: [link.second]
            }
        if fault == .unplugged { try await ip(link.first, "link set \(link.device) up") }
        for host in shaped { try await tc(host, "qdisc del dev \(link.device) root") }
    }

    /// A bucket into which no packet fits.
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

/// A cable between two hosts, with an interface of the same name at each end.
struct HostLink: Hashable, Sendable {
    let index: Int
    let first: Int
    let second: Int

    var device: String { "link\(index)" }

    func joins(_ one: Int, _ other: Int) -> Bool {
        (first, second) == (one, other) || (second, first) == (one, other)
    }

    /// The address of the host at one of the ends.
    func address(of host: Int) -> String {
        "10.77.\(index).\(host == first ? 1 : 2)"
    }
}

/// What can be wrong with a link. There is no netem everywhere; a token bucket does as well.
enum LinkFault: String, CaseIterable, Sendable {
    /// The interface is down: both ends are told at once that nobody can be reached.
    case unplugged
    /// What either end sends is lost, and nobody is told.
    case silent
    /// What the first end sends is lost; what the second sends arrives.
    case firstUnheard = "one-way"
    /// What the second end sends is lost; what the first sends arrives.
    case secondUnheard = "one-way, back"
    /// 64 kbit/s each way, a packet waits for up to 400 ms, and what does not fit is lost.
    case slow
}

/// Another program, run to its end.
enum Command {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Returns: what it wrote, standard error included; less than a pipe holds.
    /// - Throws: ``Failure`` with that where its exit status is not 0.
    @discardableResult
    static func run(_ words: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        let status = try await withCheckedThrowingContinuation { caller in
            process.terminationHandler = { caller.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                caller.resume(throwing: error)
            }
        }
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        guard status == 0 else {
            throw Failure(description: "\(words.joined(separator: " ")) ended with status \(status): \(text)")
        }
        return text
    }
}
