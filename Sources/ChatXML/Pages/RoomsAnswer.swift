public import ChatModel

/// The answer to `rooms.xml`: the rooms of a node, each with the id of its last message.
public enum RoomsAnswer {
    /// A room with the id of its last message; 0 if the room is empty.
    public typealias Line = (room: Room, last: LogID, topic: FieldValue?, alias: FieldValue?)

    /// Returns the document. The element of the main room has no name.
    public static func xml(of rooms: [Line], node: PublicKey, instance: Instance) -> [UInt8] {
        var document: [UInt8] = []
        document.append(markup: "<rooms")
        document.append(attribute: "node", node)
        document.append(attribute: "instance", instance)
        document.append(markup: ">\n")
        for (room, last, topic, alias) in rooms {
            document.append(markup: "<room")
            if let name = room.name { document.append(attribute: "name", name.description) }
            document.append(attribute: "last", last.rawValue)
            if let topic { document.append(attribute: "topic", topic.description) }
            if let alias { document.append(attribute: "alias", alias.description) }
            document.append(markup: "/>\n")
        }
        document.append(markup: "</rooms>\n")
        return document
    }
}
