import ChatGroup
import ChatServer
import ChatStore

/// The reason why the program cannot run a node, as a sentence for the node's owner.
struct StartError: Error, Hashable, CustomStringConvertible {
    /// What happened, to which file or flag, and what to do.
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    /// Returns nil for an error without a sentence for the owner.
    init?(_ error: any Error) {
        switch error {
        // A node that runs continues by itself; this one does not run.
        case StoreError.diskFull: sentence = "The disk is full. Make room on the disk and start the node again."
        case let error as StoreError: sentence = error.ownerSentence
        case let error as ListenError: sentence = error.ownerSentence
        case let error as WebClientError: sentence = error.ownerSentence
        default: return nil
        }
    }

    var description: String { sentence }
}
