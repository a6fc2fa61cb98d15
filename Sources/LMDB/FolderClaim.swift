internal import Synchronization

/// Prevents this process from opening the environment of a folder twice at the same time; `deinit` releases the folder.
///
/// The locks of LMDB belong to the process. If it opened an environment twice, closing one would drop the locks of
/// both.
struct FolderClaim: ~Copyable {
    private static let claimed = Mutex<Set<FileIdentity>>([])

    private let identity: FileIdentity

    /// - Throws: ``LMDBError``: `noSuchFile` if the folder does not exist, `alreadyOpen` if this process claims it
    ///   already.
    init(folder: String, openPath: String) throws(LMDBError) {
        let identity = try FileIdentity(path: openPath)
        guard Self.claimed.withLock({ $0.insert(identity).inserted }) else {
            throw LMDBError(.alreadyOpen, .open, folder)
        }
        self.identity = identity
    }

    deinit {
        Self.claimed.withLock { _ = $0.remove(identity) }
    }
}
