/// A type of table keys. The byte order of the encoded keys is the order of the table.
///
/// - The encoding has 1 to ``Environment/maxKeyBytes`` bytes. A write throws `badValueSize` for another
///   number; no table has such a key.
/// - Different keys have different encodings, and decoding an encoded key returns an equal key.
/// - LMDB compares keys byte by byte as unsigned numbers, and a key sorts after its own prefixes. Integers are
///   therefore encoded big-endian.
public protocol TableKey {
    /// The number of bytes of the encoding.
    var encodedByteCount: Int { get }

    /// Appends the bytes of the key. Tables encode keys on the stack.
    func encode(into bytes: inout OutputRawSpan)

    /// Decodes a key. The bytes belong to the transaction, so the key must copy them.
    ///
    /// - Throws: any error if the bytes are not a key; tables throw `malformed` instead.
    init(decoding bytes: RawSpan) throws
}

extension TableKey {
    /// Returns the bytes of the key.
    public func encoded() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: encodedByteCount) { buffer, count in
            unsafe count = encode(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// Encodes the key into uninitialized memory of ``encodedByteCount`` bytes, and returns the number of bytes.
    @unsafe
    func encode(into memory: UnsafeMutableRawBufferPointer) -> Int {
        var bytes = unsafe OutputRawSpan(buffer: memory, initializedCount: 0)
        encode(into: &bytes)
        let count = unsafe bytes.finalize(for: memory)
        precondition(count == encodedByteCount, "the encoding has fewer bytes than it says")
        return count
    }
}

/// A type of table values.
public protocol TableValue {
    /// Returns the bytes of the value, fewer than 2^32.
    func encoded() -> [UInt8]

    /// Decodes a value. The bytes belong to the transaction, so the value must copy what it keeps.
    ///
    /// - Throws: any error if the bytes are not a value; tables throw `malformed` instead.
    init(decoding bytes: RawSpan) throws
}

/// The bytes as they are.
extension [UInt8]: TableKey, TableValue {
    public var encodedByteCount: Int { count }

    public func encode(into bytes: inout OutputRawSpan) { bytes.append(self) }

    public func encoded() -> [UInt8] { self }

    public init(decoding bytes: RawSpan) throws {
        self = try bytes.array()
    }
}

/// Eight bytes, big-endian: the order of the keys is then the order of the numbers.
extension UInt64: TableKey, TableValue {
    public var encodedByteCount: Int { 8 }

    public func encode(into bytes: inout OutputRawSpan) { bytes.append(bigEndian: self) }

    public init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(8)
        self = try bytes.bigEndian()
    }
}

/// An empty value, for tables that need only keys.
public struct Empty: TableValue, Hashable, Sendable {
    public init() {}

    public func encoded() -> [UInt8] { [] }

    public init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(0)
    }
}
