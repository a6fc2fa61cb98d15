import ChatModel

/// Notices pulling that goes one way only, the commonest mistake: a pure value over what was seen.
struct OneWayDetector {
    let grace: Duration
    private var firstPulled: [PublicKey: Duration] = [:]
    private var said: Set<Notice> = []

    /// Keys are claimed: so many are remembered, and so many notices given.
    static let maximumKeys = 64

    init(grace: Duration) {
        self.grace = grace
    }

    /// A page came from a peer that claims `key`.
    mutating func pulled(from key: PublicKey, at now: Duration) {
        guard firstPulled.count < Self.maximumKeys, firstPulled[key] == nil else { return }
        firstPulled[key] = now
    }

    /// What has been one way for longer than the grace and was not said yet.
    ///
    /// - Parameter knowsAllPeers: whether each configured peer has said its key; else one that only asks may be one of
    ///   them.
    mutating func notices(at now: Duration, askers: Askers, knowsAllPeers: Bool) -> [Notice] {
        let firstAsked = askers.all.mapValues(\.first)
        let onlyAsk = knowsAllPeers ? overdue(firstAsked, but: firstPulled, at: now).map(Notice.onlyAsks) : []
        let neverAsk = overdue(firstPulled, but: firstAsked, at: now).map(Notice.neverAsks)
        return (onlyAsk + neverAsk).filter { said.count < Self.maximumKeys && said.insert($0).inserted }
    }

    private func overdue(
        _ seen: [PublicKey: Duration], but other: [PublicKey: Duration], at now: Duration
    ) -> [PublicKey] {
        seen.filter { other[$0.key] == nil && now - $0.value >= grace }.keys.sorted()
    }
}
