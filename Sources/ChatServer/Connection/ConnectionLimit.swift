internal import ChatStore
internal import Foundation
internal import HummingbirdCore
internal import NIOCore

/// The number of connections that the process accepts.
///
/// Without a limit, connections use up all file descriptors. The loop that accepts them then spins, because the operating
/// system keeps reporting a waiting connection that cannot be accepted. At the limit, new connections wait until one ends.
enum ConnectionLimit {
    /// File descriptors for everything except clients and event loops: listeners, the store's files, and two links to each of
    /// ``ChatStore/PairedPeer/maximumCount`` peers. A process with few descriptors has few peers.
    static func reserved(of descriptors: Int) -> Int {
        min(fixedDescriptors + 2 * PairedPeer.maximumCount, max(fixedDescriptors, descriptors / 4))
    }

    private static let fixedDescriptors = 64
    /// File descriptors of one NIO event loop: epoll, wake-up and timer.
    static let eventLoopDescriptors = 3
    /// The minimum number of connections, even if too few file descriptors are left.
    static let minimum = 16

    /// Returns the number of connections for each of `listeners`, which get equal shares.
    static func perListener(_ listeners: Int) -> Int {
        max(1, connections(descriptors: sysconf(CInt(_SC_OPEN_MAX)), cores: System.coreCount) / max(1, listeners))
    }

    /// Returns the number of connections above which a listener closes one for each new one. The rest of its connections is
    /// for those that are being closed.
    static func kept(of connections: Int) -> Int { max(1, connections - max(1, connections / 16)) }

    /// Returns the number of connections of strangers for one peer listener: see ``LinkListener``.
    ///
    /// - Parameter kept: The connections above which the listener closes one for each new one.
    static func strangers(of kept: Int) -> Int { min(mostStrangers, max(1, kept / 4)) }

    /// A handshake takes milliseconds, and a stranger gets one answer: the connections in progress are few unless somebody
    /// attacks.
    private static let mostStrangers = 256

    /// Returns the number of requests of all listeners together that may wait at one time. Even if all of them are at one
    /// listener, a quarter of that listener's connections remains for requests that do not wait.
    ///
    /// - Parameter connections: The connections of one listener.
    static func waiters(connections: Int) -> Int {
        min(RequestLimits.waiters, connections - max(1, connections / 4))
    }

    /// - Parameter descriptors: The process's soft limit. Negative means no limit.
    static func connections(descriptors: Int, cores: Int) -> Int {
        guard descriptors >= 0 else { return .max }
        return max(minimum, descriptors - reserved(of: descriptors) - cores * eventLoopDescriptors)
    }
}
