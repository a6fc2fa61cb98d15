internal import Synchronization

/// This process's claim to be the only one of its own to open a folder's environment; given back by `deinit`.
///
/// LMDB's locks belong to the process: open one environment twice, close one of the two, and both have lost their locks.
struct FolderClaim: ~Copyable {
    private static let claimed = Mutex<Set<FileIdentity>>([])

    private let identity: FileIdentity

    /// - Throws: ``LMDBError``: `noSuchFile` if there is no folder, `alreadyOpen` if it is claimed.
    init(folder: String) throws(LMDBError) {
        let identity = try FileIdentity(path: folder)
        guard Self.claimed.withLock({ $0.insert(identity).inserted }) else {
            throw LMDBError(.alreadyOpen, .open, folder)
        }
        self.identity = identity
    }

    deinit {
        Self.claimed.withLock { _ = $0.remove(identity) }
    }
}
