internal import Foundation
internal import NIOCore

/// The users who may administer over the socket: the user of this process, root, and those that the configuration names.
///
/// The kernel says which user has connected. The connection of another user is closed at once.
struct SocketOwners: Sendable {
    private let users: Set<UInt32>

    init(_ users: Set<UInt32>) {
        self.users = users.union([0, geteuid()])
    }

    func contains(_ user: UInt32?) -> Bool { user.map(users.contains) ?? false }

    /// Returns the id of the user who has connected; nil if the kernel does not say.
    ///
    /// - Parameter channel: a connection to a Unix socket.
    static func user(of channel: any Channel) -> EventLoopFuture<UInt32?> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeSucceededFuture(nil)
        }
        let credentials: EventLoopFuture<Credentials> = options.unsafeGetSocketOption(level: level, name: name)
        return credentials.map { $0.user }.flatMapErrorThrowing { _ in nil }
    }

    #if canImport(Darwin)
        /// `struct xucred` (unix(4)).
        private struct Credentials: Sendable {
            var version: UInt32
            var user: UInt32
            var groupCount: Int16
            var groups: InlineArray<16, UInt32>
        }

        private static let level = NIOBSDSocket.OptionLevel(rawValue: 0)
        private static let name = NIOBSDSocket.Option(rawValue: LOCAL_PEERCRED)
    #else
        /// `struct ucred` (unix(7)).
        private struct Credentials: Sendable {
            var process: Int32
            var user: UInt32
            var group: UInt32
        }

        private static let level = NIOBSDSocket.OptionLevel(rawValue: SOL_SOCKET)
        private static let name = NIOBSDSocket.Option(rawValue: SO_PEERCRED)
    #endif
}
