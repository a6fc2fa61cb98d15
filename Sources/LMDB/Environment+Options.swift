#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Environment {
    /// How to open an environment. All limits are fixed until it is closed.
    public struct Options: Sendable, Hashable {
        /// The most the data file can grow to, in bytes; rounded up to a whole page of the system.
        ///
        /// This much address space is reserved, but neither memory nor disk. Set it large, once.
        public var mapSize: Int

        /// The most tables that can be open.
        public var maxTables: Int

        /// The most read transactions at once, over all processes; each takes 64 bytes of the lock file.
        ///
        /// The process that opens the environment first decides.
        public var maxReaders: Int

        /// Whether the environment is opened for reading only: it must exist, and writes throw `accessDenied`.
        public var readOnly: Bool

        /// Whether `lock.mdb` is made and used. Without it, only for reading, nothing in the folder is touched, and the
        /// caller has to keep out every process that writes.
        public var usesLockFile: Bool

        public init(
            mapSize: Int = defaultMapSize,
            maxTables: Int = defaultMaxTables,
            maxReaders: Int = defaultMaxReaders,
            readOnly: Bool = false,
            usesLockFile: Bool = true
        ) {
            self.mapSize = mapSize
            self.maxTables = maxTables
            self.maxReaders = maxReaders
            self.readOnly = readOnly
            self.usesLockFile = usesLockFile
        }

        /// 64 GiB.
        public static let defaultMapSize = 64 << 30
        /// 32 tables.
        public static let defaultMaxTables = 32
        /// 126 readers: LMDB's own default, a lock file of 8 KiB.
        public static let defaultMaxReaders = 126

        /// The map size as LMDB wants it: a multiple of the system's page size.
        var roundedMapSize: Int {
            let page = sysconf(Int32(_SC_PAGESIZE))
            return (mapSize + page - 1) / page * page
        }
    }
}
