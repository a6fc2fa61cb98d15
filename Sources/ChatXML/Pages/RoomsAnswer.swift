public import ChatModel

/// The answer to `rooms.xml`: the rooms of a node, each with the id of its last message.
public enum RoomsAnswer {
    /// Returns the document. The element of the main room has no name.
    ///
    /// - Parameter rooms: each with the id of its last message; 0 if the room is empty.
    public static func xml(
        of rooms: [(room: Room, last: LogID)], node: PublicKey, instance: Instance
    ) -> [UInt8] {
        var document: [UInt8] = []
        document.append(markup: "<rooms")
        document.append(attribute: "node", node)
        document.append(attribute: "instance", instance)
        document.append(markup: ">\n")
        for (room, last) in rooms {
            document.append(markup: "<room")
            if let name = room.name { document.append(attribute: "name", name.description) }
            document.append(attribute: "last", last.rawValue)
            document.append(markup: "/>\n")
        }
        document.append(markup: "</rooms>\n")
        return document
    }
}
