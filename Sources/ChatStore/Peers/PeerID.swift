public import ChatModel

/// The name of a configured peer in the store: `tidings:` and its public key for a peer over links, which prove the key;
/// otherwise its address, because such a peer only claims a key.
public struct PeerID: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// - Returns: nil for an empty name and for one with more than ``Limits/addressBytes`` bytes of UTF-8.
    public init?(_ name: String) {
        bytes = Array(name.utf8)
        guard (1...Limits.addressBytes).contains(bytes.count) else { return nil }
    }

    /// The name of a peer over links.
    public init(of key: PublicKey) {
        bytes = Array("tidings:\(key)".utf8)
    }

    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
