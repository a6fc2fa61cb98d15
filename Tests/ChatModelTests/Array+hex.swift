extension [UInt8] {
    /// The bytes that a string of hexadecimal digits writes.
    init(hex: String) {
        let digits = hex.map { UInt8($0.hexDigitValue!) }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
