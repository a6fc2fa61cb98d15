package import ChatModel
internal import Foundation
internal import NIOCore
internal import Synchronization

/// Looks up the names of one peer beside each other: each in a thread of its own, because a look-up blocks, and each name once
/// at a time. Each peer has a resolver, so that the names of one peer take no room from those of others.
package final class NameResolver: Sendable {
    /// The longest time for which a caller waits. A look-up that takes longer goes on until the operating system ends it.
    static let longestWait = Duration.seconds(5)
    /// After this time, a name is looked up again although its look-up has not ended: perhaps its thread never began.
    static let longestLookUp = Duration.seconds(300)
    /// Names that are looked up at one time.
    package static let maximumNames = 4

    private typealias Outcome = OneOutcome<Result<[String], ConnectionProblem>>

    private struct LookUp {
        let since: Duration
        var callers: [Outcome] = []
    }

    private let lookUp: @Sendable (String) -> [String]
    private let maximumNames: Int
    private let pending = Mutex<[String: LookUp]>([:])

    /// - Parameter lookUp: Returns the addresses of a name. It may block. By default, the operating system does this, with its
    ///   own cache, if any.
    package init(
        maximumNames: Int = NameResolver.maximumNames, lookUp: (@Sendable (String) -> [String])? = nil
    ) {
        self.maximumNames = maximumNames
        self.lookUp = lookUp ?? Self.systemAddresses
    }

    /// Returns the IP addresses of a host, at least one, with their zones. An IP address is returned at once.
    ///
    /// - Throws: `nameNotResolved`, `nameTimedOut`, `tooManyNames` or `cancelled`.
    package func addresses(
        of host: String, time: any TimeSource
    ) async throws(ConnectionProblem) -> [String] {
        if (try? SocketAddress(ipAddress: host, port: 0)) != nil { return [host] }
        let outcome = Outcome()
        try add(outcome, for: host, now: time.monotonic)
        let timer = Task {
            try await time.sleep(for: Self.longestWait)
            outcome.end(.failure(.nameTimedOut(host)))
        }
        defer { timer.cancel() }
        return try await outcome.value(ifCancelled: .failure(.cancelled)).get()
    }

    /// The callers that wait now.
    var callerCount: Int { pending.withLock { $0.values.reduce(0) { $0 + $1.callers.count } } }

    /// Adds a caller, and begins the look-up for the first one.
    ///
    /// - Throws: `tooManyNames`.
    private func add(_ caller: Outcome, for host: String, now: Duration) throws(ConnectionProblem) {
        let isFirst = try pending.withLock { pending throws(ConnectionProblem) -> Bool in
            pending = pending.filter { now - $0.value.since < Self.longestLookUp }
            let isFirst = pending[host] == nil
            guard !isFirst || pending.count < maximumNames else { throw .tooManyNames }
            pending[host, default: LookUp(since: now)].callers.append(caller)
            return isFirst
        }
        if isFirst { Thread.detachNewThread { [self] in end(host, lookUp(host)) } }
    }

    private func end(_ host: String, _ found: [String]) {
        for outcome in pending.withLock({ $0.removeValue(forKey: host) })?.callers ?? [] {
            outcome.end(found.isEmpty ? .failure(.nameNotResolved(host)) : .success(found))
        }
    }
}

extension NameResolver {
    /// The addresses of a name that are used, at most: a dialler tries one after another.
    private static let maximumAddresses = 8

    /// Returns the first different addresses of a name, in the order of preference (RFC 6724). Blocks, without an answer of a name
    /// server for half a minute.
    private static func systemAddresses(of host: String) -> [String] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [String] = []
        var next = unsafe list
        while let entry = unsafe next?.pointee, addresses.count < maximumAddresses {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = unsafe getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if status == 0, !addresses.contains(address) { addresses.append(address) }
            unsafe next = entry.ai_next
        }
        return addresses
    }
}
