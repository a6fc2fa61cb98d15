internal import CLMDB

/// Points LMDB at an array's bytes, which it only reads, during the closure only.
@unsafe
func withValue<R, E: Error>(_ bytes: [UInt8], _ body: (inout MDB_val) throws(E) -> R) throws(E) -> R {
    try unsafe bytes.span.bytes.withUnsafeBytes { buffer throws(E) in
        let start = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
        var value = unsafe MDB_val(mv_size: buffer.count, mv_data: start)
        return try unsafe body(&value)
    }
}
