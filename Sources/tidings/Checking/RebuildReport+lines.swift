import ChatStore

extension RebuildReport {
    /// Returns the lines that `tidings check --rebuild` prints.
    func lines(from source: String, to target: String) -> [String] {
        [
            "The new store in \(target) has \(messages == 1 ? "1 message" : "\(messages) messages"), its group and its "
                + "node key from \(source). The store in \(source) is unchanged.",
            loss,
            "The new store does not have post keys, the quarantine and the positions in the logs of peers.",
            "Start the node with --data \(target). It reads the logs of its peers again from the start and stores what is "
                + "missing here. Keep \(source) until then.",
        ] + renumberedLine
    }

    private var loss: String {
        guard let firstGap else { return "The marks of the log show that no message is missing." }
        return
            "Records are lost in at least \(gaps == 1 ? "one place" : "\(gaps) places") of the log, first after id "
            + "\(firstGap). Their messages are missing, unless they have other ids."
    }

    private var renumberedLine: [String] {
        renumbered == 0 ? [] : ["Messages that have new ids, because other messages have theirs: \(renumbered)."]
    }
}
