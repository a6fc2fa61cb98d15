import ChatExchange
import ChatModel
import ChatReplication
import ChatStore
import ChatXML
import Synchronization
import TestSupport

/// The log of a store in this process as a source of pages. It counts requests, and the messages that it sends whole.
final class StoredLog: LogSource {
    private struct State {
        var store: ChatStore
        var instance = Instance.random()
        var bodiesGiven = 0
        var requests = 0
    }

    private let state: Mutex<State>

    init(_ store: ChatStore) {
        state = Mutex(State(store: store))
    }

    /// Returns the number of messages that were sent since the last call.
    func bodiesGivenSinceLastCall() -> Int {
        state.withLock { state in
            defer { state.bodiesGiven = 0 }
            return state.bodiesGiven
        }
    }

    /// Returns the number of requests for pages since the last call.
    func requestsSinceLastCall() -> Int {
        state.withLock { state in
            defer { state.requests = 0 }
            return state.requests
        }
    }

    func change(to store: ChatStore) {
        state.withLock { state in (state.store, state.instance) = (store, .random()) }
    }

    func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8] {
        let store = state.withLock { state in
            state.requests += 1
            return state.store
        }
        let query = LogQuery(log: request.from, limit: request.limit, bodies: request.bodies)
        do {
            var slice = try store.read(query)
            if slice.entries.isEmpty, request.waitSeconds > 0 {
                await store.commits.next(after: slice.high, on: .log)
                slice = try store.read(query)
            }
            return page(slice, of: store)
        } catch {
            throw error.code == .cursorUnknown ? .cursorUnknown : .refused(status: 500, nil)
        }
    }

    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] {
        let store = state.withLock { $0.store }
        do {
            return page(try store.read(LogQuery(messages: digests)), of: store)
        } catch {
            throw .refused(status: 500, nil)
        }
    }

    private func page(_ slice: LogSlice, of store: ChatStore) -> [UInt8] {
        let instance = state.withLock { state in
            state.bodiesGiven += slice.records.count { if case .message = $0.content { true } else { false } }
            return state.instance
        }
        let name = try! FieldValue("peer")  // A valid value.
        return NodeIdentity(key: store.key.publicKey, nodeName: name, instance: instance).page(of: slice, .log)
    }
}
