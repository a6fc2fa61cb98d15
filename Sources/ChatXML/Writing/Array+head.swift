import ChatModel

extension [UInt8] {
    /// Appends the attributes of a page's root.
    mutating func append(_ head: PageHead) {
        append(attribute: "node", head.node.base64URL)
        append(attribute: "name", head.name)
        append(attribute: "instance", head.instance.base64URL)
        append(attribute: "low", head.low.description)
        append(attribute: "high", head.high.description)
        append(attribute: "next", head.next.id.description)
        append(attribute: "mark", head.next.mark.base64URL)
    }
}
