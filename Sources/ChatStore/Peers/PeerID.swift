/// What a store calls a configured peer: its address, never a key that it merely claims.
public struct PeerID: Hashable, Sendable, CustomStringConvertible {
    public static let maximumBytes = 255

    let bytes: [UInt8]

    /// - Returns: nothing for an empty name and for one of more than ``maximumBytes`` bytes of UTF-8.
    public init?(_ name: String) {
        bytes = Array(name.utf8)
        guard (1...Self.maximumBytes).contains(bytes.count) else { return nil }
    }

    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
