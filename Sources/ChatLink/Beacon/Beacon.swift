package import ChatModel
internal import Crypto

/// A datagram that a node multicasts, so that the members of its group find it on one network without a server: the port of its links, and
/// a tag that only those recognise who know its key.
///
/// | bytes | |
/// |---|---|
/// | 2 | the port, big-endian |
/// | 8 | random |
/// | 8 | the first of SHA-256(`tidings-beacon-v1`, the random bytes, the public key) |
///
/// A beacon proves nothing: whoever has received one can send it again. The handshake of the link proves the key.
package struct Beacon: Hashable, Sendable {
    private static let byteCount = 18
    private static let label = Array("tidings-beacon-v1".utf8)

    /// From 1 to 65535.
    package let port: Int
    private let nonce: [UInt8]
    private let tag: [UInt8]

    package init(of key: PublicKey, port: Int) {
        self.port = port
        nonce = (0..<8).map { _ in .random(in: .min ... .max) }
        tag = Self.tag(of: key, nonce)
    }

    /// - Returns: nil for other bytes than those of a beacon.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        port = Int(bytes[0]) << 8 | Int(bytes[1])
        nonce = Array(bytes[2..<10])
        tag = Array(bytes[10...])
        if port == 0 { return nil }
    }

    package var bytes: [UInt8] { [UInt8(port >> 8), UInt8(port & 0xff)] + nonce + tag }

    /// Whether the tag fits the key. Everyone who knows the key can make such a beacon.
    package func isOf(_ key: PublicKey) -> Bool { tag == Self.tag(of: key, nonce) }

    private static func tag(of key: PublicKey, _ nonce: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: label + nonce + key.bytes).prefix(8))
    }
}
