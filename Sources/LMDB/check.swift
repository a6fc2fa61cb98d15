internal import CLMDB

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Checks a status of LMDB or of the operating system: returns for 0, throws ``LMDBError`` otherwise.
func check(_ status: Int32, _ operation: Operation, _ subject: @autoclosure () -> String) throws(LMDBError) {
    if status != MDB_SUCCESS {
        throw LMDBError(LMDBError.Code(rawValue: status), operation, subject())
    }
}

/// Checks the status of a lookup as ``check(_:_:_:)`` does. Returns false if the entry does not exist.
func found(_ status: Int32, _ operation: Operation, _ subject: @autoclosure () -> String) throws(LMDBError) -> Bool {
    if status == MDB_NOTFOUND { return false }
    try check(status, operation, subject())
    return true
}

/// Checks the result of a system call that returns -1 and sets `errno` when it fails; returns the result.
func checkErrno(
    _ result: Int32,
    _ operation: Operation,
    _ subject: @autoclosure () -> String
) throws(LMDBError) -> Int32 {
    if result == -1 { try check(errno, operation, subject()) }
    return result
}

/// Whether the file system of a folder has less than 64 KiB of free space.
func isDiskFull(at folder: String) -> Bool {
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 << 10
}
