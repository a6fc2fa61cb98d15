import ChatModel
import ChatStore
import Synchronization

@testable import ChatServer

/// The other nodes as a test says.
final class FakeGroup: GroupSource {
    let changes = ChangeSignal()
    private let present = Mutex(GroupStatus())
    private let heard = Mutex<[Asking]>([])

    struct Asking: Hashable {
        let request: PullRequest
        let read: LogID?
    }

    /// What was asked so far.
    var asked: [Asking] { heard.withLock { $0 } }

    func status() -> GroupStatus { present.withLock { $0 } }

    func asked(by request: PullRequest, readUpTo read: LogID?) {
        heard.withLock { $0.append(Asking(request: request, read: read)) }
    }

    func change(to status: GroupStatus) {
        present.withLock { $0 = status }
        changes.changed()
    }
}
