public import ChatModel

/// The answer to `rooms.xml`: the rooms of a node, each with the id of its last message.
public struct RoomsPage {
    private let node: PublicKey
    private let instance: Instance
    private var body: [UInt8] = []

    public init(node: PublicKey, instance: Instance) {
        self.node = node
        self.instance = instance
    }

    /// Appends a `<room>` element. The element of the main room has no name.
    ///
    /// - Parameter last: the id of the room's last message; 0 if the room is empty.
    public mutating func append(_ room: Room, last: LogID) {
        body.append(markup: "<room")
        if let name = room.name { body.append(attribute: "name", name.description) }
        body.append(attribute: "last", last.rawValue)
        body.append(markup: "/>\n")
    }

    /// Returns the document.
    public consuming func end() -> [UInt8] {
        var page: [UInt8] = []
        page.append(markup: "<rooms")
        page.append(attribute: "node", node)
        page.append(attribute: "instance", instance)
        page.append(markup: ">\n")
        page.append(contentsOf: body)
        page.append(markup: "</rooms>\n")
        return page
    }
}
