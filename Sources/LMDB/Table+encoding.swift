internal import CLMDB

extension Table {
    /// Calls `body` with the bytes of a key, which are valid during the call only.
    ///
    /// - Throws: ``LMDBError`` with `badValueSize` for an empty or too long key; or the error of `body`.
    func withBytes<R>(
        of key: Key,
        _ operation: Operation,
        _ body: (inout MDB_val) throws(LMDBError) -> R
    ) throws(LMDBError) -> R {
        try unsafe withValue(encode(key, operation), body)
    }

    /// Encodes a key and checks its length.
    ///
    /// - Throws: ``LMDBError`` with `badValueSize` for an empty or too long key.
    func encode(_ key: Key, _ operation: Operation) throws(LMDBError) -> [UInt8] {
        let bytes = key.encoded()
        guard (1...Environment.maxKeyBytes).contains(bytes.count) else {
            let explanation = "The key has \(bytes.count) bytes; a key must have 1 to \(Environment.maxKeyBytes)."
            throw LMDBError(.badValueSize, operation, name, explanation)
        }
        return bytes
    }

    /// Encodes the bounds of a range.
    ///
    /// - Throws: ``LMDBError`` with `badValueSize` for an empty or too long bound.
    func encode(_ range: KeyRange<Key>) throws(LMDBError) -> KeyRange<[UInt8]> {
        KeyRange<[UInt8]>(lower: try encode(range.lower), upper: try encode(range.upper))
    }

    private func encode(_ bound: KeyRange<Key>.Bound) throws(LMDBError) -> KeyRange<[UInt8]>.Bound {
        switch bound {
        case .unbounded: .unbounded
        case .inclusive(let key): .inclusive(try encode(key, .scan))
        case .exclusive(let key): .exclusive(try encode(key, .scan))
        }
    }

    /// Calls `body` with the bytes of a key and a value, which are valid during the call only.
    func withBytes<R>(
        of key: Key,
        _ value: Value,
        _ operation: Operation,
        _ body: (inout MDB_val, inout MDB_val) throws(LMDBError) -> R
    ) throws(LMDBError) -> R {
        try unsafe withBytes(of: key, operation) { keyBytes throws(LMDBError) in
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

/// Calls `body` with a pointer to the bytes of an array, which is valid during the call only. LMDB must only read it.
@unsafe
func withValue<R, E: Error>(_ bytes: [UInt8], _ body: (inout MDB_val) throws(E) -> R) throws(E) -> R {
    try unsafe bytes.span.bytes.withUnsafeBytes { buffer throws(E) in
        let start = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
        var value = unsafe MDB_val(mv_size: buffer.count, mv_data: start)
        return try unsafe body(&value)
    }
}
