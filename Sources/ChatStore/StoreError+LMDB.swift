internal import LMDB

extension StoreError {
    /// What an error from within a transaction means to the person in front of the node.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as LMDBError: self.init(error)
        case is MalformedRecord:
            self.init(.damaged, "The store holds bytes that are not what was written. \(Self.remedy)")
        default:
            self.init(.unavailable, "The store could not be used: \(error).")
        }
    }

    private init(_ error: LMDBError) {
        switch error.code {
        case .mapFull:
            self.init(.storeFull, "The store has grown to its largest size; restart the node with a larger --map-size.")
        case .diskFull:
            self.init(.diskFull, "The disk is full, nothing can be stored; make room, the node then goes on by itself.")
        case .readersFull:
            self.init(.busy, "Too many readers at once; try again.")
        case .malformed, .corrupted, .pageNotFound, .invalid, .versionMismatch:
            self.init(.damaged, "The store is damaged: \(error) \(Self.remedy)")
        case .fileGone:
            self.init(
                .unavailable,
                "data.mdb was removed or replaced while the node runs, so nothing can be stored; stop the node and put a "
                    + "copy back, or let it start empty and fill from its peers.")
        case .accessDenied, .readOnlyDisk:
            self.init(
                .unavailable,
                "The store could not be used: \(error) Make the folder, data.mdb and lock.mdb readable and writable for "
                    + "the user who runs the node, or name another folder with --data.")
        case .outOfMemory:
            self.init(
                .unavailable,
                "The store could not be used: \(error) If the node may not have so much address space, start it with a "
                    + "smaller --map-size, such as 1GiB.")
        default:
            self.init(.unavailable, "The store could not be used: \(error)")
        }
    }
}
