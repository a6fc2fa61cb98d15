internal import Foundation

/// The process's limit of open file descriptors.
///
/// The usual soft limit of 1,024 protects programs that use `select`, which cannot handle more. Tidings does not use
/// `select`, and each client that waits for messages needs a connection.
public enum DescriptorLimit {
    /// One and a half times ``RequestLimits/waiters``.
    static let wanted: UInt64 = 16_384

    /// So many descriptors are enough for a node with few clients.
    public static let minimum: UInt64 = 64

    /// Raises the soft limit to the wanted number, or to the hard limit if that is lower. Ignores a refusal by the system.
    ///
    /// - Returns: the limit; nil if the system does not say.
    public static func raise() -> UInt64? {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return nil }
        limit.rlim_cur = rlim_t(raised(soft: UInt64(limit.rlim_cur), hard: UInt64(limit.rlim_max)))
        _ = unsafe setrlimit(resource, &limit)
        return unsafe getrlimit(resource, &limit) == 0 ? UInt64(limit.rlim_cur) : nil
    }

    static func raised(soft: UInt64, hard: UInt64) -> UInt64 {
        min(max(soft, wanted), hard)
    }
}
