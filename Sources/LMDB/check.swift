internal import CLMDB

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The one funnel for C statuses: returns on 0, throws ``LMDBError`` otherwise.
func check(_ status: Int32, _ operation: Operation, _ subject: @autoclosure () -> String) throws(LMDBError) {
    if status != MDB_SUCCESS {
        throw LMDBError(LMDBError.Code(rawValue: status), operation, subject())
    }
}

/// ``check(_:_:_:)`` for a lookup: false when there is no such entry.
func found(_ status: Int32, _ operation: Operation, _ subject: @autoclosure () -> String) throws(LMDBError) -> Bool {
    if status == MDB_NOTFOUND { return false }
    try check(status, operation, subject())
    return true
}

/// ``check(_:_:_:)`` for system calls that return -1 and leave the reason in `errno`; gives their result.
func checkErrno(
    _ result: Int32,
    _ operation: Operation,
    _ subject: @autoclosure () -> String
) throws(LMDBError) -> Int32 {
    if result == -1 { try check(errno, operation, subject()) }
    return result
}

/// Whether the file system of a folder has no room for another few pages.
func isDiskFull(at folder: String) -> Bool {
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 << 10
}
