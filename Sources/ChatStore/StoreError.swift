public import ChatModel
internal import LMDB

/// An error of the store: a code for programs and the facts of the case.
///
/// ``description`` states the facts for a log; it may contain a path and gives no advice. The program writes a sentence
/// for the node's owner from the facts, and the server writes one for a client.
public enum StoreError: Error, Hashable, Sendable {
    // MARK: Opening

    /// The folder could not be opened or created; `reason` is the system's message.
    case folderNotOpened(String, reason: String)
    case folderNotWritable(String)
    /// No new store can be built in this folder; `reason` says why.
    case rebuildTargetUnusable(String, reason: String)
    /// The names in the folder could not be written to the disk; `reason` is the system's message.
    case folderNotSynchronized(String, reason: String)
    /// Another process has locked the folder.
    case folderInUse(String)
    /// The system refused to lock the folder, for another reason than another lock; `reason` is its message.
    case folderNotLocked(String, reason: String)
    case storeMissing(file: String)
    /// The key file could not be written; `reason` is the system's message.
    case nodeKeyNotWritten(file: String, reason: String)
    /// The folder has a store but no key file.
    case nodeKeyMissing(file: String)
    /// The key file could not be read; `reason` is the system's message.
    case nodeKeyNotRead(file: String, reason: String)
    /// The key file does not contain a private key.
    case nodeKeyInvalid(file: String)
    /// The key file is not that of the node with the key `store`, which wrote the store. `copy` is a copy that a node wrote
    /// because its store was removed or replaced.
    case nodeKeyDiffers(file: String, store: PublicKey, copy: String?)
    /// The folder belongs to another user, and a key file is to be created in it.
    case folderOfOtherUser(folder: String, user: UInt32)
    /// `data.mdb` is missing, and an earlier process of the node has written this copy of it.
    case copyNotPutBack(copy: String)
    /// The store was written by a version of the program with another schema.
    case schemaUnknown(folder: String, schema: UInt64, supported: UInt64)
    /// The file is shorter than LMDB left it.
    case truncated(file: String, bytes: Int, expectedBytes: Int)

    // MARK: Writing

    case diskFull
    /// The disk has less free space than ``StoreOptions/diskReserveBytes``, so the messages of peers wait.
    case diskReserve(bytes: Int)
    /// The store has grown to its map size.
    case storeFull
    /// The store has given all ids below ``Limits/idCeiling``.
    case idsExhausted
    /// The ids file could not be created or renamed, so no further ids can be given; `reason` is the system's message.
    case idsNotReserved(file: String, reason: String)
    /// A post with the same post key and other fields is stored.
    case postKeyReused
    /// The store has no message with the digest that a change names.
    case targetUnknown
    /// The message cannot be changed so: it is deleted, has no text, or is itself a change.
    case targetUnfit
    /// The message is another node's, or the client does not have its post key.
    case notAuthor
    /// A commit failed in a way that leaves it unknown whether its messages are stored.
    case outcomeUnknown

    // MARK: Reading

    /// The log has no message with this id and the mark that the query names.
    case positionUnknown(LogID)
    /// The room has no message with this id.
    case notInRoom(LogID)
    /// Stored bytes are not what was written, and the damage is not limited to single messages.
    case damaged(reason: String)
    /// LMDB's own pages are not what was written, or a check has found that tables do not fit together. The store writes
    /// nothing any more: a write could destroy what can still be read.
    case unsound(reason: String)

    // MARK: Any operation

    /// Too many operations are queued or in progress.
    case busy
    /// The store was closed.
    case closed
    /// The store is being opened again after a commit failed.
    case reopening
    /// `data.mdb` was removed or replaced while the store was open. `copy` is a file with everything that the store has; nil
    /// while there is none.
    case fileGone(copy: String?)
    /// The system refused access to the folder or to a file in it.
    case accessDenied(reason: String)
    /// The system refused memory or address space.
    case outOfMemory(reason: String)
    /// LMDB or the system failed in another way.
    case unavailable(reason: String)
}

// MARK: - Code

extension StoreError {
    /// The code of the error in the protocol and in logs.
    public var code: FailureCode {
        switch self {
        case .folderNotOpened, .folderNotWritable, .folderOfOtherUser, .rebuildTargetUnusable, .folderNotSynchronized,
            .folderNotLocked, .nodeKeyNotWritten:
            .folderUnusable
        case .folderInUse: .folderInUse
        case .storeMissing, .copyNotPutBack: .storeMissing
        case .nodeKeyMissing: .nodeKeyMissing
        case .nodeKeyNotRead, .nodeKeyInvalid: .nodeKeyUnreadable
        case .nodeKeyDiffers: .nodeKeyDiffers
        case .schemaUnknown: .schemaUnknown
        case .truncated: .storeTruncated
        case .diskFull: .diskFull
        case .diskReserve: .diskReserve
        case .storeFull: .storeFull
        case .idsExhausted: .idsExhausted
        case .postKeyReused: .postKeyReused
        case .targetUnknown: .targetUnknown
        case .targetUnfit: .targetUnfit
        case .notAuthor: .notAuthor
        case .outcomeUnknown: .outcomeUnknown
        case .positionUnknown, .notInRoom: .cursorUnknown
        case .damaged, .unsound: .storeDamaged
        case .busy: .busy
        case .closed: .closed
        case .idsNotReserved, .reopening, .fileGone, .accessDenied, .outOfMemory, .unavailable: .storeUnavailable
        }
    }

    /// Whether the error is that the store is unsound.
    var isUnsound: Bool { if case .unsound = self { true } else { false } }

    /// Whether the error is a write failure: a state of the disk or of the folder in which no message can be stored until
    /// somebody changes it.
    public var isWriteFailure: Bool {
        if isUnsound { return true }
        return switch code {
        case .diskFull, .storeFull, .idsExhausted, .storeUnavailable, .outcomeUnknown: true
        default: false
        }
    }
}

// MARK: - Descriptions

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .folderNotOpened(let folder, let reason): "The folder \(folder) could not be opened or created: \(reason)."
        case .folderNotWritable(let folder): "The folder \(folder) is not writable."
        case .rebuildTargetUnusable(let folder, let reason):
            "No store can be built in the folder \(folder) (\(reason))."
        case .folderNotSynchronized(let folder, let reason):
            "The folder \(folder) could not be written to the disk: \(reason)."
        case .folderInUse(let folder): "Another process uses the folder \(folder)."
        case .folderNotLocked(let folder, let reason): "The folder \(folder) could not be locked: \(reason)."
        case .storeMissing(let file): "The store \(file) does not exist."
        case .nodeKeyNotWritten(let file, let reason): "The key file \(file) could not be written: \(reason)."
        case .nodeKeyMissing(let file): "The key file \(file) is missing."
        case .nodeKeyNotRead(let file, let reason): "The key file \(file) could not be read: \(reason)."
        case .nodeKeyInvalid(let file): "The key file \(file) does not contain a private key."
        case .folderOfOtherUser(let folder, let user): "The folder \(folder) belongs to the user with the id \(user)."
        case .nodeKeyDiffers(let file, let store, _):
            "The key file \(file) is not that of the node \(store), which wrote the store beside it."
        case .copyNotPutBack(let copy): "The store is missing, and there is a copy of it: \(copy)."
        case .schemaUnknown(let folder, let schema, let supported):
            "The store in \(folder) has schema \(schema); this program supports schema \(supported)."
        case .truncated(let file, let bytes, let expectedBytes):
            "The store \(file) was cut short: it has \(bytes) bytes instead of \(expectedBytes)."
        case .diskFull: "The disk is full."
        case .diskReserve(let bytes): "The disk has less than \(bytes) bytes of free space."
        case .storeFull: "The store has reached its largest size."
        case .idsExhausted: "The store has given all \(Limits.idCeiling) ids."
        case .idsNotReserved(let file, let reason): "The ids file could not be renamed to \(file): \(reason)."
        case .postKeyReused: "The post key was used for another message."
        case .targetUnknown: "The message to change is not stored."
        case .targetUnfit: "The message cannot be changed so."
        case .notAuthor: "The message was written by somebody else."
        case .outcomeUnknown: "The commit failed; whether its messages are stored is unknown."
        case .positionUnknown(let id): "The log has no message \(id) with the given mark."
        case .notInRoom(let id): "The room has no message \(id)."
        case .damaged(let reason), .unsound(let reason): "The store is damaged: \(reason)"
        case .busy: "The store has too many operations in progress."
        case .closed: "The store is closed."
        case .reopening: "The store is being opened again after a disk error."
        case .fileGone: "The store's file was removed or replaced while the node was running."
        case .accessDenied(let reason), .outOfMemory(let reason), .unavailable(let reason):
            "The store cannot be used: \(reason)"
        }
    }
}

// MARK: - Errors of the layer below

extension StoreError {
    /// The store's error for an error that a transaction threw.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as LMDBError: self.init(error)
        case let error as MalformedRecord: self = .damaged(reason: "\(error)")
        default: self = .unavailable(reason: "\(error)")
        }
    }

    private init(_ error: LMDBError) {
        switch error.code {
        case .mapFull: self = .storeFull
        case .diskFull: self = .diskFull
        case .readersFull: self = .busy
        case .malformed: self = .damaged(reason: "\(error)")
        // LMDB reports damage to its table of tables as an operation after a failed one.
        case .corrupted, .pageNotFound, .invalid, .versionMismatch, .badTransaction, .overwritten:
            self = .unsound(reason: "\(error)")
        case .fileGone: self = .fileGone(copy: nil)
        case .accessDenied, .readOnlyDisk: self = .accessDenied(reason: "\(error)")
        case .outOfMemory: self = .outOfMemory(reason: "\(error)")
        default: self = .unavailable(reason: "\(error)")
        }
    }
}
