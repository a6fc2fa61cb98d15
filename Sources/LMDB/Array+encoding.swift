extension [UInt8] {
    /// Appends an integer's bytes, the highest first: unsigned integers then compare as their bytes do.
    public mutating func append(bigEndian integer: some FixedWidthInteger) {
        for shift in stride(from: integer.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: integer >> shift))
        }
    }
}
