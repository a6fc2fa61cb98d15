import ChatModel
import ChatStore

/// A peer that misbehaves in a ``Trial``.
struct TrialSubject: Sendable {
    let misbehaviour: Misbehaviour
    let peer: BadPeer
    /// What it would serve if it were honest.
    let log: PeerLog

    var name: String { misbehaviour.name }

    func texts(_ ids: [UInt64]) -> Set<String> { Set(entries(ids).map(\.text)) }

    func digests(_ ids: [UInt64]) -> Set<Digest> { Set(entries(ids).map(\.message.digest)) }

    private func entries(_ ids: [UInt64]) -> [PeerLog.Entry] { log.entries.filter { ids.contains($0.id.rawValue) } }

    var allTexts: Set<String> { Set(log.entries.map(\.text)) }

    /// What the program's store calls it.
    var peerID: PeerID? { PeerID("\(peer.address)") }

    /// Whether a line of the program's log warns of it.
    func isWarned(by line: String) -> Bool { line.contains(" warning ") && line.contains("\(peer.address) ") }

    func turnHonest() {
        let log = log
        peer.turn(.answers { log.answer($0) })
    }
}
