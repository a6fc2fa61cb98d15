internal import CLMDB

extension Table {
    /// Calls `body` with the bytes of a key and a value, which are valid during the call only.
    func withBytes<R>(
        of key: Key, _ value: Value, _ body: (inout MDB_val, inout MDB_val) throws(LMDBError) -> R
    ) throws(LMDBError) -> R {
        try unsafe key.withBytes { keyBytes throws(LMDBError) in
            try unsafe withValue(value.encoded()) { valueBytes throws(LMDBError) in
                try unsafe body(&keyBytes, &valueBytes)
            }
        }
    }

    /// Decodes a key from the transaction's memory.
    func key(from bytes: MDB_val) throws(LMDBError) -> Key {
        try unsafe decode("key", bytes, Key.init(decoding:))
    }

    /// Decodes a value from the transaction's memory.
    func value(from bytes: MDB_val) throws(LMDBError) -> Value {
        try unsafe decode("value", bytes, Value.init(decoding:))
    }

    private func decode<T>(_ part: String, _ bytes: MDB_val, _ decoder: (RawSpan) throws -> T) throws(LMDBError) -> T {
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes.mv_data, count: bytes.mv_size)
        do {
            return try unsafe decoder(buffer.bytes)
        } catch {
            throw LMDBError(.malformed, .decode, name, "A stored \(part) could not be decoded: \(error).")
        }
    }
}

extension TableKey {
    /// Calls `body` with a pointer to the bytes of the key, which is valid during the call only. LMDB must only read them.
    @unsafe
    func withBytes<R, E: Error>(_ body: (inout MDB_val) throws(E) -> R) throws(E) -> R {
        try unsafe withUnsafeTemporaryAllocation(byteCount: encodedByteCount, alignment: 1) { memory throws(E) -> R in
            let count = unsafe encode(into: memory)
            var value = unsafe MDB_val(mv_size: count, mv_data: memory.baseAddress)
            return try unsafe body(&value)
        }
    }
}

/// Calls `body` with a pointer to the bytes of an array, which is valid during the call only. LMDB must only read it.
@unsafe
func withValue<R, E: Error>(_ bytes: [UInt8], _ body: (inout MDB_val) throws(E) -> R) throws(E) -> R {
    try unsafe bytes.span.bytes.withUnsafeBytes { buffer throws(E) in
        let start = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
        var value = unsafe MDB_val(mv_size: buffer.count, mv_data: start)
        return try unsafe body(&value)
    }
}
