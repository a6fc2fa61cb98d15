import ChatModel
import ChatReplication
import ChatStore
import Synchronization

/// The log of a store, of which one message is never sent whole until the log is mended.
final class FaultyLog: LogSource {
    enum Fault {
        /// Pages with the message cannot be read.
        case unreadable
        /// The message is left out where it is requested by its digest, and all messages are only listed.
        case withheld
    }

    private struct State {
        var fault: Fault?
        var requests: [PullRequest] = []
        var asks: [[Digest]] = []
    }

    private let log: StoredLog
    private let digest: Digest
    private let state: Mutex<State>

    init(_ store: ChatStore, _ digest: Digest, _ fault: Fault) {
        (log, self.digest) = (StoredLog(store), digest)
        state = Mutex(State(fault: fault))
    }

    var requests: [PullRequest] { state.withLock { $0.requests } }
    /// The requests by digests so far.
    var asks: [[Digest]] { state.withLock { $0.asks } }

    func mend() { state.withLock { $0.fault = nil } }

    func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8] {
        let fault = state.withLock { state in
            state.requests.append(request)
            return state.fault
        }
        var request = request
        switch fault {
        case .unreadable where request.from == .beginning && request.bodies != .none: throw .tooLarge
        case .withheld: request.bodies = .none
        case .unreadable, nil: break
        }
        return try await log.page(request)
    }

    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] {
        let fault = state.withLock { state in
            state.asks.append(digests)
            return state.fault
        }
        switch fault {
        case .unreadable where digests.contains(digest): throw .tooLarge
        case .withheld: return try await log.messages(digests.map { $0 == digest ? .unique() : $0 })
        case .unreadable, nil: return try await log.messages(digests)
        }
    }
}
