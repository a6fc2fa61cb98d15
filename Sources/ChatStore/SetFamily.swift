/// The set tables of a store. They are families of sets in one LMDB table, so that a commit writes as few LMDB pages as
/// possible. The families of which each commit changes few sets come first: their keys share an LMDB page.
struct SetFamily: Sendable {
    /// The name of the LMDB table.
    static let table = "sets"

    static let newestRooms = SetFamily("newest-rooms", prefix: 1)
    static let oldestRooms = SetFamily("oldest-rooms", prefix: 2)
    static let digests = SetFamily("digests", prefix: 3)
    static let postKeys = SetFamily("post-keys", prefix: 4)
    static let postKeysByID = SetFamily("post-keys-by-id", prefix: 5)
    static let rooms = SetFamily("rooms", prefix: 6)
    static let roomOrder = SetFamily("room-order", prefix: 7)
    static let relations = SetFamily("relations", prefix: 8)
    static let roomDetails = SetFamily("room-details", prefix: 9)

    let name: String
    /// The first byte of the keys.
    let prefix: UInt8

    private init(_ name: String, prefix: UInt8) {
        self.name = name
        self.prefix = prefix
    }
}
