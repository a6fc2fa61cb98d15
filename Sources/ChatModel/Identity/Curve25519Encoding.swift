/// Strict checks of 32-byte encodings for Ed25519 (RFC 8032, section 5.1).
///
/// Numbers are little-endian. A point is encoded as its y coordinate, with the sign of x in the highest bit.
enum Curve25519Encoding {
    /// Whether `encoding` has a y below the prime of the field and is not one of the eight points of small order.
    ///
    /// The eight points have only five different y, which ``smallOrderY`` lists; the sign of x is ignored.
    static func isStrictPoint(_ encoding: ArraySlice<UInt8>) -> Bool {
        isBelow(encoding, fieldPrime, topMask: 0x7f) && !smallOrderY.contains { isEqual(encoding, $0, topMask: 0x7f) }
    }

    /// Whether `encoding` is a number below the order of the base point.
    static func isScalar(_ encoding: ArraySlice<UInt8>) -> Bool {
        isBelow(encoding, basePointOrder, topMask: 0xff)
    }

    private static func isBelow(_ number: ArraySlice<UInt8>, _ bound: [UInt8], topMask: UInt8) -> Bool {
        for offset in stride(from: 31, through: 0, by: -1) {
            let byte = number[number.startIndex + offset] & (offset == 31 ? topMask : 0xff)
            if byte != bound[offset] { return byte < bound[offset] }
        }
        return false
    }

    private static func isEqual(_ number: ArraySlice<UInt8>, _ other: [UInt8], topMask: UInt8) -> Bool {
        for offset in 0..<31 where number[number.startIndex + offset] != other[offset] { return false }
        return number[number.startIndex + 31] & topMask == other[31]
    }

    /// 2^255 − 19.
    private static let fieldPrime: [UInt8] = [0xed] + Array(repeating: 0xff, count: 30) + [0x7f]

    /// 2^252 + 27742317777372353535851937790883648493.
    private static let basePointOrder: [UInt8] =
        [
            0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
        ] + Array(repeating: 0x00, count: 15) + [0x10]

    /// The y of the points whose order divides 8: 0 (order 4), 1 (the identity), −1 (order 2), and two of order 8.
    private static let smallOrderY: [[UInt8]] = [
        Array(repeating: 0x00, count: 32),
        [0x01] + Array(repeating: 0x00, count: 31),
        [0xec] + Array(repeating: 0xff, count: 30) + [0x7f],
        [
            0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
            0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
        ],
        [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
            0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ],
    ]
}
