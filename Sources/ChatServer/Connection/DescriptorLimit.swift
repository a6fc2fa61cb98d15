#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// How many file descriptors the process may have.
///
/// The usual soft limit of 1,024 is for programs that use `select`, which can't take more; this one does not, and each
/// client that waits for news holds a connection.
public enum DescriptorLimit {
    /// Enough for ``RequestLimits/waiters`` and half as many again.
    static let wanted: UInt64 = 16_384

    /// Raises the soft limit as far as it is wanted and the hard one allows. Where the system refuses, all stays as it is.
    public static func raise() {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = rlim_t(raised(soft: UInt64(limit.rlim_cur), hard: UInt64(limit.rlim_max)))
        _ = unsafe setrlimit(resource, &limit)
    }

    static func raised(soft: UInt64, hard: UInt64) -> UInt64 {
        min(max(soft, wanted), hard)
    }
}
