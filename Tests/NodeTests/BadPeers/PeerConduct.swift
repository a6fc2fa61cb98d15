import NIOCore
import Synchronization

/// What a ``BadPeer`` does, and with whom it is connected.
final class PeerConduct: Sendable {
    enum Behaviour: Sendable {
        case answers(@Sendable (PeerRequest) -> PeerAnswer)
        /// Closes each connection as soon as it is there.
        case closesAtOnce
    }

    private struct State {
        var behaviour: Behaviour
        var connections: [ObjectIdentifier: any Channel] = [:]
    }

    /// An element for each request, and for each connection that is closed at once.
    let heard: AsyncStream<Void>
    private let source: AsyncStream<Void>.Continuation
    private let state: Mutex<State>

    init(_ behaviour: Behaviour) {
        state = Mutex(State(behaviour: behaviour))
        (heard, source) = AsyncStream.makeStream()
    }

    func turn(_ behaviour: Behaviour) {
        let connections = state.withLock { state in
            state.behaviour = behaviour
            return Array(state.connections.values)
        }
        for channel in connections { channel.close(promise: nil) }
    }

    /// - Returns: whether the connection is let live.
    func opened(_ channel: any Channel) -> Bool {
        let lives = state.withLock { state in
            guard case .answers = state.behaviour else { return false }
            state.connections[ObjectIdentifier(channel)] = channel
            return true
        }
        if !lives { source.yield() }
        return lives
    }

    func closed(_ channel: any Channel) {
        state.withLock { $0.connections[ObjectIdentifier(channel)] = nil }
    }

    /// - Returns: nothing where the connection is to be closed.
    func answer(_ request: PeerRequest) -> PeerAnswer? {
        defer { source.yield() }
        guard case .answers(let answer) = state.withLock({ $0.behaviour }) else { return nil }
        return answer(request)
    }
}
