internal import CXXHash
internal import ChatModel

/// The checksum at the end of a record: XXH3 with 64 bits over all other bytes, 8 bytes, big-endian. It finds damage of
/// the disk, not a forgery.
enum Checksum {
    static let byteCount = 8

    private static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        unsafe bytes.withUnsafeBytes { bytes in unsafe XXH3_64bits(bytes.baseAddress, bytes.count) }
    }

    static func appended(to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.append(bigEndian: of(bytes[...]))
        return bytes
    }

    /// Returns the bytes without their checksum.
    ///
    /// - Throws: ``MalformedRecord`` if the checksum is not that of the bytes.
    static func verified(_ bytes: [UInt8]) throws(MalformedRecord) -> ArraySlice<UInt8> {
        guard bytes.count > byteCount, UInt64(bigEndian: bytes.suffix(byteCount)) == of(bytes.dropLast(byteCount))
        else {
            throw MalformedRecord()
        }
        return bytes.dropLast(byteCount)
    }
}
