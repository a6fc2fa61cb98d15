extension RawSpan {
    /// Checks the length of a record of fixed size.
    ///
    /// - Throws: ``MalformedBytes``.
    public func requireCount(_ count: Int) throws(MalformedBytes) {
        if byteCount != count { throw MalformedBytes("\(count) bytes expected, \(byteCount) found") }
    }

    /// Reads the big-endian integer at an offset in bytes.
    ///
    /// - Throws: ``MalformedBytes`` if any of its bytes is outside the span.
    public func bigEndian<I: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int = 0,
        as type: I.Type = I.self
    ) throws(MalformedBytes) -> I {
        try requireRange(offset..<offset + MemoryLayout<I>.size)
        // Safe: the range is inside the span, and every bit pattern is a valid integer.
        return unsafe I(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: I.self))
    }

    /// Returns a copy of the bytes in a range of offsets.
    ///
    /// - Throws: ``MalformedBytes`` if it is not wholly inside.
    /// - Complexity: O(n) in the bytes copied.
    public func array(_ range: Range<Int>) throws(MalformedBytes) -> [UInt8] {
        try requireRange(range)
        return unsafe withUnsafeBytes { unsafe Array($0[range]) }
    }

    /// Returns a copy of the bytes from an offset to the end.
    ///
    /// - Throws: ``MalformedBytes`` if the offset is beyond the end.
    /// - Complexity: O(n) in the bytes copied.
    public func array(from offset: Int = 0) throws(MalformedBytes) -> [UInt8] {
        try requireRange(offset..<max(offset, byteCount))
        return try array(offset..<byteCount)
    }

    private func requireRange(_ range: Range<Int>) throws(MalformedBytes) {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else {
            throw MalformedBytes("bytes \(range) expected, \(byteCount) found")
        }
    }
}

/// The error of a decoder whose bytes are not a value of its type.
public struct MalformedBytes: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected and the actual bytes, as a part of a sentence.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
