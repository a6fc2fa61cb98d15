import ChatModel
import Synchronization

extension Digest {
    private static let count = Mutex<UInt64>(0)

    /// Returns a digest that no other call returns.
    ///
    /// - Parameter isBad: whether a message with this digest is refused.
    static func unique(isBad: Bool = false) -> Digest {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let bytes = (0..<32).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : isBad ? 1 : 0 }
        return try! Digest(bytes: bytes)  // 32 bytes are a digest.
    }

    /// Whether a message with this digest is refused.
    var isBad: Bool { bytes[31] == 1 }
}
