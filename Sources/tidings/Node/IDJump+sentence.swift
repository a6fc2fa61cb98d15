import ChatStore
import Logging

extension IDJump {
    /// The sentences for the node's owner: why ids are left out, and what that means for messages.
    var ownerSentence: String {
        isRestore ? "\(cause) \(Self.keptApart) \(Self.refill)" : cause
    }

    private var cause: String {
        switch reason {
        case .copied:
            "The data folder is a copy, was put back from a backup, or was built by tidings check --rebuild."
        case .idsFileMissing:
            "The data folder has no file ids-below-…, although its store gave ids: the folder was put back from a backup "
                + "without that file, or the file was removed."
        case .olderStore:
            "data.mdb is older than the file ids-below-… beside it: data.mdb was put back from a backup."
        case .storeMissing:
            "The file data.mdb was missing or empty, although a node has run in this data folder before, so the node begins with an "
                + "empty store. If you have data.mdb or a copy of it, stop the node first, then put it into the folder and start "
                + "again."
        case .ownMessageReturned:
            "A peer has a message that this node has signed, and this node never had it. Either a snapshot of this whole "
                + "machine was put back, or another node uses the same node.key. If another node does, stop it and start it "
                + "once with --new-key and without its node.key."
        case .notClosed:
            "An earlier process of this node ended without closing its store. The ids that were reserved for it may have been "
                + "given, so the node leaves them out."
        }
    }

    private static let keptApart = "The node leaves out ids, so that no client gets an id twice."
    private static let refill =
        "Messages that were stored after the backup or the copy was made come back only from peers that have them."

    var level: Logger.Level {
        switch reason {
        case .notClosed: .info
        case .ownMessageReturned, .storeMissing: .warning
        case .copied, .idsFileMissing, .olderStore: .notice
        }
    }

    /// The first id that is left out, the next id to give, the reason, and the time of the last message in the store.
    var metadata: Logger.Metadata {
        let lastMessage = lastMessage.map { "\($0) UTC" } ?? "none"
        return ["from": "\(from)", "next": "\(to)", "reason": "\(reason)", "last-message": "\(lastMessage)"]
    }
}
