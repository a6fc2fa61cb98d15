import ChatModel
import ChatStore
import Synchronization

@testable import ChatServer

/// Peers whose status a test sets.
final class FakePeers: PeersSource {
    let changes = ChangeSignal()
    private let present = Mutex(PeersStatus())
    private let noted = Mutex<[Noted]>([])

    struct Noted: Hashable {
        let request: PullRequest
        let confirmed: LogID?
        var isProven = false
    }

    /// The requests that were noted so far.
    var requests: [Noted] { noted.withLock { $0 } }

    func status() -> PeersStatus { present.withLock { $0 } }

    func noteRequest(_ request: PullRequest, confirmed: LogID?, isProven: Bool) {
        noted.withLock { $0.append(Noted(request: request, confirmed: confirmed, isProven: isProven)) }
    }

    func change(to status: PeersStatus) {
        present.withLock { $0 = status }
        changes.changed()
    }
}
