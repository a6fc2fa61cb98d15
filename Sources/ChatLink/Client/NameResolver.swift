package import ChatModel
internal import Foundation
package import NIOCore
internal import Synchronization

/// Looks up the names of hosts beside each other: each in a thread of its own, because a look-up blocks, and each name once
/// at a time.
package final class NameResolver: Sendable {
    /// The resolver of the operating system, which has its own cache, if any.
    package static let system = NameResolver(lookUp: SocketAddress.addresses)

    /// The longest time for which a caller waits. A look-up that takes longer goes on until the operating system ends it.
    static let longestWait = Duration.seconds(5)
    /// Names that are looked up at one time.
    static let maximumNames = 64

    private typealias Outcome = OneOutcome<Result<[SocketAddress], ConnectionProblem>>

    private let lookUp: @Sendable (String) -> [SocketAddress]
    /// The callers that wait for each name.
    private let pending = Mutex<[String: [Outcome]]>([:])

    /// - Parameter lookUp: Returns the addresses of a name. It may block.
    init(lookUp: @escaping @Sendable (String) -> [SocketAddress]) {
        self.lookUp = lookUp
    }

    /// Returns the addresses of a host, at least one, without a port. An IP address is returned at once.
    ///
    /// - Throws: `nameNotResolved`, `nameTimedOut`, `tooManyNames` or `cancelled`.
    package func addresses(
        of host: String, time: any TimeSource
    ) async throws(ConnectionProblem) -> [SocketAddress] {
        if let address = try? SocketAddress(ipAddress: host, port: 0) { return [address] }
        let outcome = Outcome()
        guard wait(for: host, outcome) else { throw .tooManyNames }
        let timer = Task {
            try await time.sleep(for: Self.longestWait)
            outcome.end(.failure(.nameTimedOut(host)))
        }
        defer { timer.cancel() }
        return try await outcome.value(ifCancelled: .failure(.cancelled)).get()
    }

    /// The callers that wait now.
    var callerCount: Int { pending.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// Adds a caller, and begins the look-up for the first one.
    ///
    /// - Returns: false if too many names are being looked up.
    private func wait(for host: String, _ outcome: Outcome) -> Bool {
        let (waits, isFirst) = pending.withLock { pending -> (Bool, Bool) in
            let isFirst = pending[host] == nil
            guard !isFirst || pending.count < Self.maximumNames else { return (false, false) }
            pending[host, default: []].append(outcome)
            return (true, isFirst)
        }
        if isFirst { Thread.detachNewThread { [self] in end(host, lookUp(host)) } }
        return waits
    }

    private func end(_ host: String, _ found: [SocketAddress]) {
        for outcome in pending.withLock({ $0.removeValue(forKey: host) }) ?? [] {
            outcome.end(found.isEmpty ? .failure(.nameNotResolved(host)) : .success(found))
        }
    }
}

extension SocketAddress {
    /// The addresses of a name that are used, at most: a dialler tries one after another.
    private static let maximumAddresses = 8

    /// Returns the first different addresses of a name, in the order of preference (RFC 6724). Blocks, without an answer of a name
    /// server for half a minute.
    fileprivate static func addresses(of host: String) -> [SocketAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next?.pointee, addresses.count < maximumAddresses {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = unsafe getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let host = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if status == 0, let address = try? SocketAddress(ipAddress: host, port: 0), !addresses.contains(address) {
                addresses.append(address)
            }
            unsafe next = entry.ai_next
        }
        return addresses
    }
}
