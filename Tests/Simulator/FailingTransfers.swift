import ChatModel

/// Messages that a link never transfers: each answer with one of them fails.
struct FailingTransfers {
    /// One message in this many fails, also of those that will be written later.
    let every: UInt64
    let salt: UInt64
    let failure: PullFailure

    func contains(_ digest: Digest) -> Bool {
        var hash = salt
        for byte in digest.bytes.prefix(8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return (hash >> 16) % every == 0
    }
}
