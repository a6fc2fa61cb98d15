extension OutputRawSpan {
    /// Appends the bytes of an integer, the most significant one first.
    public mutating func append<I: FixedWidthInteger & BitwiseCopyable>(bigEndian integer: I) {
        // Safe: an integer has no padding.
        unsafe append(integer.bigEndian, as: I.self)
    }

    /// Appends bytes.
    public mutating func append(_ bytes: some Collection<UInt8>) {
        precondition(bytes.count <= freeCapacity, "the encoding has more bytes than it says")
        unsafe withUnsafeMutableBytes { buffer, count in
            // Safe: the bytes fit.
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: bytes)
            count += bytes.count
        }
    }
}
