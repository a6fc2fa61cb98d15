internal import Foundation
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// The users of this machine who may read and write over loopback: the one of this process, root, and the owners.
///
/// A proxy runs as a user of its own, and so do other people. So they are strangers, also where a proxy does not say what it is.
final class LoopbackUsers: Sendable {
    private struct State {
        var areKnown = true
        /// Whether the kernel has known a connection of this process once.
        var hasAnswered = false
        /// Whether open connections are those of users.
        var connections: [ObjectIdentifier: Bool] = [:]
    }

    private let users: Set<UInt32>
    private let state = Mutex(State())

    /// - Parameter owners: the ids of the users who may administer, besides root and the user of this process.
    init(owners: Set<UInt32>) {
        users = owners.union([0, geteuid()])
    }

    /// Tries whether the kernel says who has a connection, by one of this process. In some sandboxes it does not: then each
    /// connection over loopback is one of a user.
    ///
    /// - Parameter port: a port of this process at a loopback address.
    /// - Returns: whether it does.
    func tryKernel(at host: String, _ port: Int) async -> Bool {
        let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        guard let channel = try? await bootstrap.connect(host: host, port: port).get() else { return true }
        let answer = Self.user(at: channel.localAddress, connectedTo: channel.remoteAddress)
        let isOwn = answer == .user(geteuid())
        // Without an answer, or if the connection was closed meanwhile, the rule stays strict.
        let isUndecided = answer == .notAsked || answer == .noSocket && !channel.isActive
        channel.close(promise: nil)
        return state.withLock { state in
            state.hasAnswered = state.hasAnswered || isOwn
            state.areKnown = state.hasAnswered || isUndecided
            return state.areKnown
        }
    }

    /// Whether a connection over loopback is one of these users. Asks the kernel once for each connection.
    func contains(userOf channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let (areKnown, known) = state.withLock { ($0.areKnown, $0.connections[id]) }
        if !areKnown || known == true { return true }
        guard known == nil,
            case .user(let user) = Self.user(at: channel.remoteAddress, connectedTo: channel.localAddress)
        else { return false }
        let isUser = users.contains(user)
        state.withLock { $0.connections[id] = isUser }
        // The entry keeps the channel: another one could be at its place in memory.
        channel.closeFuture.whenComplete { [self, channel] _ in
            state.withLock { $0.connections[ObjectIdentifier(channel)] = nil }
        }
        return isUser
    }

    private static func user(at remote: SocketAddress?, connectedTo local: SocketAddress?) -> SocketDiagnosis.Answer {
        guard let remote, let local else { return .noSocket }
        return SocketDiagnosis.user(at: remote, connectedTo: local)
    }
}
