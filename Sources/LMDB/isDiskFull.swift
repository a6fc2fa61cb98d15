#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Whether the file system of a folder has no room for another few pages.
func isDiskFull(at folder: String) -> Bool {
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 << 10
}
