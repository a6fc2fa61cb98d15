/// The set tables of a store. They are groups of sets in one LMDB table, so that a commit writes as few LMDB pages as
/// possible. The groups of which each commit changes few sets come first: their keys share an LMDB page.
struct SetGroup: Sendable {
    /// The name of the LMDB table.
    static let table = "sets"

    static let newestRooms = SetGroup("newest-rooms", prefix: 1)
    static let oldestRooms = SetGroup("oldest-rooms", prefix: 2)
    static let digests = SetGroup("digests", prefix: 3)
    static let postKeys = SetGroup("post-keys", prefix: 4)
    static let postKeysByID = SetGroup("post-keys-by-id", prefix: 5)
    static let rooms = SetGroup("rooms", prefix: 6)
    static let roomOrder = SetGroup("room-order", prefix: 7)

    let name: String
    /// The first byte of the keys.
    let prefix: UInt8

    private init(_ name: String, prefix: UInt8) {
        self.name = name
        self.prefix = prefix
    }
}
