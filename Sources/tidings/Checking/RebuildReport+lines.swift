import ChatStore

extension RebuildReport {
    /// Returns the lines that `tidings check --rebuild` prints.
    func lines(from source: String, to target: String) -> [String] {
        var lines = [
            "The new store in \(target) has \(messages == 1 ? "1 message" : "\(messages) messages"). "
                + "\(copied) Nothing in \(source) was changed.",
            loss,
        ]
        if unreadLMDBPages > 0 {
            lines.append(
                "The disk could not read \(unreadLMDBPages == 1 ? "1 page" : "\(unreadLMDBPages) pages") of data.mdb. "
                    + "If another try reads them, the new store has more messages.")
        }
        lines.append("The new store does not have the positions in the logs of peers.")
        if renumbered > 0 { lines.append("Messages that have another id than in the damaged store: \(renumbered).") }
        if redated > 0 {
            lines.append(
                "Messages whose times were ahead of the clock of this machine, and were decided again: \(redated).")
        }
        return lines + [start(source, target)]
    }

    private var copied: String {
        switch (hasKey, hasGroup) {
        case (true, true): "It has the same node key and the same group."
        case (true, false):
            "It has the same node key. No group was found. If the node was in one, let it join by an invitation."
        case (false, true): "It has the same group."
        case (false, false): "No group was found. If the node was in one, let it join by an invitation."
        }
    }

    private func start(_ source: String, _ target: String) -> String {
        let key =
            hasKey
            ? ""
            : "The file node.key is missing in \(source). If you find it, put it into \(target). Otherwise start the node the "
                + "first time with --new-key, too: it is a new node to its peers then. "
        return
            "\(key)Start the node with --data \(target) and keep \(source) until the node is in sync. It reads the logs of "
            + "its peers again from the start and stores the messages that this store lacks."
    }

    private var loss: String {
        guard last > 0 else { return "Nothing could be read: the new store is empty. Use a backup if there is one." }
        let end = "No undamaged record after id \(last) was found. The store may have had some."
        guard let firstBreak else { return "The marks show that no record up to id \(last) is missing. \(end)" }
        return
            "Records may be lost in \(breaks == 1 ? "one place" : "\(breaks) places") of the log, first after id "
            + "\(firstBreak). Their messages are missing, unless they have other ids. \(end)"
    }
}
