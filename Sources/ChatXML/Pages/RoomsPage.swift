public import ChatModel

/// The answer to `rooms.xml`: the rooms of a node, each with the id of its last message.
public enum RoomsPage {
    /// Returns the document. The element of the main room has no name.
    ///
    /// - Parameter rooms: each with the id of its last message; 0 if the room is empty.
    public static func xml(
        of rooms: [(room: Room, last: LogID)], node: PublicKey, instance: Instance
    ) -> [UInt8] {
        var page: [UInt8] = []
        page.append(markup: "<rooms")
        page.append(attribute: "node", node)
        page.append(attribute: "instance", instance)
        page.append(markup: ">\n")
        for (room, last) in rooms {
            page.append(markup: "<room")
            if let name = room.name { page.append(attribute: "name", name.description) }
            page.append(attribute: "last", last.rawValue)
            page.append(markup: "/>\n")
        }
        page.append(markup: "</rooms>\n")
        return page
    }
}
