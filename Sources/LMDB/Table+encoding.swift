internal import CLMDB

extension Table {
    /// Hands over the key's bytes for LMDB to read, during the closure only.
    ///
    /// - Throws: ``LMDBError`` with `badValueSize` for a key of no or too many bytes; what `body` throws.
    func withBytes<R>(
        of key: Key,
        _ operation: Operation,
        _ body: (inout MDB_val) throws(LMDBError) -> R
    ) throws(LMDBError) -> R {
        try unsafe withValue(encode(key, operation), body)
    }

    /// The key's bytes, which LMDB will not refuse.
    ///
    /// - Throws: ``LMDBError`` with `badValueSize` for a key of no or too many bytes.
    func encode(_ key: Key, _ operation: Operation) throws(LMDBError) -> [UInt8] {
        let bytes = key.encoded()
        guard (1...Environment.maxKeyBytes).contains(bytes.count) else {
            let explanation = "A key has 1 to \(Environment.maxKeyBytes) bytes, not \(bytes.count)."
            throw LMDBError(.badValueSize, operation, name, explanation)
        }
        return bytes
    }

    /// The range in terms of bytes.
    ///
    /// - Throws: ``LMDBError`` with `badValueSize` for a bound of no or too many bytes.
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

    /// Hands over both the key's and the value's bytes for LMDB to read, during the closure only.
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

    /// A copy of the key in the transaction's memory.
    func key(from bytes: MDB_val) throws(LMDBError) -> Key {
        try unsafe decode("key", bytes, Key.init(decoding:))
    }

    /// A copy of the value in the transaction's memory.
    func value(from bytes: MDB_val) throws(LMDBError) -> Value {
        try unsafe decode("value", bytes, Value.init(decoding:))
    }

    private func decode<T>(_ what: String, _ bytes: MDB_val, _ decoder: (RawSpan) throws -> T) throws(LMDBError) -> T {
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes.mv_data, count: bytes.mv_size)
        do {
            return try unsafe decoder(buffer.bytes)
        } catch {
            throw LMDBError(.malformed, .decode, name, "A stored \(what) is not one of this table's: \(error).")
        }
    }
}

/// Points LMDB at an array's bytes, which it only reads, during the closure only.
@unsafe
func withValue<R, E: Error>(_ bytes: [UInt8], _ body: (inout MDB_val) throws(E) -> R) throws(E) -> R {
    try unsafe bytes.span.bytes.withUnsafeBytes { buffer throws(E) in
        let start = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
        var value = unsafe MDB_val(mv_size: buffer.count, mv_data: start)
        return try unsafe body(&value)
    }
}
