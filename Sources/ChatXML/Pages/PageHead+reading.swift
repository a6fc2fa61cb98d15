import ChatModel

extension PageHead {
    /// - Throws: ``Refusal`` with `bad-value` or `bad-key`.
    init(reading root: Element) throws(Refusal) {
        self.init(
            node: try root.bytes("node"),
            name: try root.attribute("name"),
            instance: try root.bytes("instance"),
            low: try root.id("low"),
            high: try root.id("high"),
            next: LogPosition(id: try root.id("next"), mark: try root.bytes("mark"))
        )
    }
}
