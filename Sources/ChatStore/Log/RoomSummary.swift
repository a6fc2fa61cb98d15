public import ChatModel

/// A room and how far it goes.
public struct RoomSummary: Hashable, Sendable {
    public let room: Room
    /// The last message's id; 0 in an empty main room, which is always there.
    public let last: LogID

    public init(room: Room, last: LogID) {
        self.room = room
        self.last = last
    }
}
