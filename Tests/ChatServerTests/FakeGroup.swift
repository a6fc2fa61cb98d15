import ChatModel
import ChatStore
import Synchronization

@testable import ChatServer

/// A group whose status a test sets.
final class FakeGroup: GroupSource {
    let changes = ChangeSignal()
    private let present = Mutex(GroupStatus())
    private let noted = Mutex<[Noted]>([])

    struct Noted: Hashable {
        let request: PullRequest
        let confirmed: LogID?
        var isProven = false
    }

    /// The requests that were noted so far.
    var requests: [Noted] { noted.withLock { $0 } }

    func status() -> GroupStatus { present.withLock { $0 } }

    func noteRequest(_ request: PullRequest, confirmed: LogID?, isProven: Bool) {
        noted.withLock { $0.append(Noted(request: request, confirmed: confirmed, isProven: isProven)) }
    }

    func change(to status: GroupStatus) {
        present.withLock { $0 = status }
        changes.changed()
    }
}
