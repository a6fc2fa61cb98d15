import ChatServer
import ChatStore

extension StoreError {
    /// The sentence for the node's owner: what happened, to which file, and what to do.
    var ownerSentence: String {
        switch self {
        case .folderNotOpened(let folder, let reason):
            "The folder \(folder) cannot be opened or created (\(reason)). Name another folder with --data."
        case .folderNotWritable(let folder):
            "The folder \(folder) is not writable. Make the folder writable, or name another folder with --data."
        case .rebuildTargetUnusable:
            "\(description) With --rebuild, name a folder that does not exist yet, on a disk with room for the messages."
        case .folderNotSynchronized(let folder, let reason):
            "The folder \(folder) cannot be written to the disk (\(reason)). Check the disk, or name another folder with "
                + "--data."
        case .folderInUse(let folder):
            "Another node or a check uses the folder \(folder). Stop that process, or name another folder with --data."
        case .folderNotLocked(let folder, let reason):
            "The folder \(folder) cannot be locked (\(reason)). Without a lock, two nodes could use it at the same time. Name a "
                + "folder on another file system with --data."
        case .storeMissing(let file):
            "The store \(file) does not exist. Name the folder of a node with --data."
        case .nodeKeyNotWritten(let file, let reason):
            "The key file \(file) cannot be written (\(reason)). Make room on the disk and make the folder writable, or "
                + "name another folder with --data."
        case .nodeKeyMissing(let file):
            "The key file \(file) is missing. Put the file back. Or start the node once with --new-key: the node keeps "
                + "the messages. It is then a new node to its peers, and no member of a group until somebody invites it."
        case .nodeKeyNotRead(let file, let reason):
            "The key file \(file) cannot be read (\(reason)). Make the file readable for the user who runs the node, or "
                + "replace the file with the right one."
        case .nodeKeyInvalid(let file):
            "The key file \(file) does not contain a private key. Replace the file with the right one. Or move the file "
                + "away and start the node once with --new-key."
        case .folderOfOtherUser(let folder, let user):
            "The folder \(folder) belongs to the user with the id \(user), who could read or replace a key in it. Start the node as "
                + "that user, give the folder to the user who runs the node (chown), or name another folder with --data."
        case .nodeKeyDiffers(let file, let store, let copy):
            "The key file \(file) and the data.mdb beside it are of two nodes: the node \(store) wrote data.mdb. If data.mdb is the "
                + "wrong file, put the right one in its place"
                + (copy.map { "; \($0) is a copy that a node wrote when its data.mdb was removed or replaced. " }
                    ?? ". ")
                + "If the key file is the wrong one, put the key file of that node back. Or move the key file away and start the node "
                + "once with --new-key: the node keeps the messages. It is then a new node to its peers, and no member of a "
                + "group until somebody invites it."
        case .copyNotPutBack(let copy):
            "The store data.mdb is missing. Before it stopped, the node wrote a copy of it: rename \(copy) to data.mdb, and "
                + "start the node again. Or, to start without the messages that only the copy has, move the copy away."
        case .schemaUnknown(let folder, let schema, let supported):
            "The store in \(folder) was written by another version of Tidings: the store has schema \(schema), this "
                + "version supports schema \(supported). Start that version, or name another folder with --data."
        case .truncated(let file, let bytes, let expectedBytes):
            "The store \(file) was cut short: the file has \(bytes) bytes instead of \(expectedBytes). \(Self.remedy)"
        case .diskFull:
            "The disk is full. Make room on the disk; the node then continues by itself."
        case .diskReserve(let bytes):
            "The disk has less free space than the \(ByteCount(bytes: bytes)) that are reserved for messages which are written at "
                + "this node. Make room on the disk; the node then continues by itself. Or restart it with a smaller --disk-reserve."
        case .storeFull:
            "The store has reached its largest size. Restart the node with a larger --map-size."
        case .idsExhausted:
            "The store has no ids left. Start a node with a new folder (--data) and let the node fetch the messages from "
                + "a peer. Or, if somebody has put a file ids-below-… of another node into the data folder, stop the node, "
                + "remove that file and start the node again."
        case .idsNotReserved(let file, let reason):
            "The file that reserves ids for messages cannot be renamed to \(file) (\(reason)). Make its folder writable for "
                + "the user who runs the node, and remove any other file or folder with that name."
        case .fileGone(let copy?):
            "The file data.mdb was removed or replaced while the node was running. The node has written all of its messages to "
                + "\(copy). Stop the node, rename that file to data.mdb, and start the node again."
        case .fileGone(nil):
            "The file data.mdb was removed or replaced while the node was running. Do not stop the node yet: it still has all "
                + "messages, and tries to write them to data-rescued.mdb in the same folder. The log says when it has."
        case .accessDenied(let reason):
            "The store cannot be used: \(reason) Make the folder, data.mdb and lock.mdb readable and writable for the "
                + "user who runs the node, or name another folder with --data."
        case .outOfMemory(let reason):
            "The store cannot be used: \(reason) If the node has too little address space, start the node with a smaller "
                + "--map-size, for example 128MiB."
        case .damaged(let reason), .unsound(let reason):
            "The store is damaged: \(reason) \(Self.remedy)"
        case .postKeyReused, .targetUnknown, .targetUnfit, .notAuthor, .outcomeUnknown, .positionUnknown, .notInRoom,
            .busy, .closed, .reopening, .unavailable:
            description
        }
    }

    /// The owner's next steps with an unsound store.
    static let remedy =
        "Put a backup in the place of data.mdb while the node is stopped. Or run, while it is stopped, tidings check --data FOLDER "
        + "--rebuild NEW with its data folder as FOLDER: this builds a new store in the folder NEW from everything that can be "
        + "read, and leaves the damaged one as it is. Then start the node with --data NEW: the node fetches the rest from its "
        + "peers."
}

extension WebClientError {
    /// Tells the node's owner which file of the web client cannot be used, and what to do.
    var ownerSentence: String {
        switch self {
        case .unreadable(let folder, let reason):
            "The web client's files cannot be read at \(folder) (\(reason)). The folder must be next to the program. Copy "
                + "it there, or build the program again."
        case .missing(let file):
            "The file \(file) is missing in the web client's folder next to the program. Copy the whole folder again, or "
                + "build the program again."
        }
    }
}
