// Reading and writing signed forms and records: integers are big-endian, so that unsigned integers sort as their bytes
// do.

extension [UInt8] {
    /// Appends the bytes of an integer, the most significant first.
    @inlinable
    package mutating func append(bigEndian integer: some FixedWidthInteger) {
        for shift in stride(from: integer.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: integer >> shift))
        }
    }
}

extension FixedWidthInteger {
    /// The integer whose bytes are given, the most significant first. Bytes beyond the integer's width are dropped.
    @inlinable
    package init(bigEndian bytes: ArraySlice<UInt8>) {
        self = 0
        for byte in bytes { self = self << 8 | Self(truncatingIfNeeded: byte) }
    }
}

extension ArraySlice<UInt8> {
    /// Removes the next `count` bytes and returns them.
    ///
    /// - Throws: ``Refusal`` with `bad-value` if fewer bytes are left.
    package mutating func take(_ count: Int) throws(Refusal) -> ArraySlice<UInt8> {
        guard count <= self.count else { throw Refusal(.badValue, "The bytes are incomplete.") }
        defer { removeFirst(count) }
        return prefix(count)
    }
}
