import ChatModel
import ChatReplication
import ChatStore
import Synchronization

/// The log of a store in this process, page by page; counts what it gives away. The store can be changed for another.
final class StoredLog: LogSource {
    private struct State {
        var store: ChatStore
        var bodiesGiven = 0
    }

    private let state: Mutex<State>
    private let instance = Instance.random()

    init(_ store: ChatStore) {
        state = Mutex(State(store: store))
    }

    /// Messages given away since it was asked the last time.
    func takeBodiesGiven() -> Int {
        state.withLock { state in
            defer { state.bodiesGiven = 0 }
            return state.bodiesGiven
        }
    }

    func change(to store: ChatStore) { state.withLock { $0.store = store } }

    func page(_ request: PullRequest) async throws(PullFailure) -> LogPage {
        let store = state.withLock { $0.store }
        do {
            var slice = try store.read(query(request))
            if slice.entries.isEmpty, request.waitSeconds > 0 {
                await store.commits.next(after: slice.high, in: nil)
                slice = try store.read(query(request))
            }
            return page(slice, of: store)
        } catch {
            throw PullFailure(error.code == .cursorUnknown ? .cursorUnknown : .failed, error.description)
        }
    }

    private func query(_ request: PullRequest) -> LogQuery {
        LogQuery(room: nil, range: .from(request.from), limit: request.limit, refusesUnknownIDs: true)
    }

    private func page(_ slice: LogSlice, of store: ChatStore) -> LogPage {
        let entries = slice.entries.compactMap { entry -> LogPage.Entry? in
            if case .message(let message) = entry.body { .message(entry.id, message) } else { nil }
        }
        state.withLock { $0.bodiesGiven += entries.count }
        let head = PageHead(
            node: store.key.publicKey, name: "peer", instance: instance, low: slice.low, high: slice.high,
            next: slice.next)
        return LogPage(head: head, entries: entries, byteCount: 0)
    }
}
