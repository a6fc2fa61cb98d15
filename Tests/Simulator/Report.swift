/// The figures of one simulated run, or the sum of several.
public struct Report: Sendable {
    public var runs = 0
    public var virtualSeconds = 0.0
    public var nodes = 0
    public var posts = 0
    /// Posts whose post keys a node knew.
    public var postsRepeated = 0
    /// Posts that a restored node has stored again, because their messages had not come back yet.
    public var postsStoredAgain = 0
    /// Messages that were compared at the end, summed over the nodes.
    public var messagesChecked = 0
    /// Messages that were shown in another way than they were written, summed over the nodes.
    public var messagesChanged = 0
    /// Pages of logs.
    public var pages = 0
    public var answersByDigests = 0
    public var faults: [String: Int] = [:]
    public var notices: [String: Int] = [:]
    /// The ids that stores left out, by reason.
    public var jumps: [String: Int] = [:]
    public var bodiesReceived = 0
    public var messagesStoredFromPeers = 0
    /// Messages that were stored without their values and got them later.
    public var valuesCompleted = 0
    /// Damaged records, and those of them whose messages were stored again.
    public var damaged = 0
    public var healed = 0
    /// Runs whose nodes were of two groups.
    public var runsWithGroups = 0
    /// The number of runs with paired nodes.
    public var runsWithPairedPeers = 0
    public var pairings = 0
    /// Requests over turned links.
    public var turned = 0
    /// Pages of another group that were refused by their head.
    public var refusedPages = 0
    public var longestSecondsToConverge = 0.0
    /// The longest time until the nodes had all messages except those whose transfer fails.
    public var longestSecondsDespiteFailures = 0.0
    /// A digest of all events of one run: equal runs have equal traces.
    public var trace = ""

    public init() {}

    private func count(_ fault: Fault) -> Int { faults[fault.rawValue] ?? 0 }

    mutating func count(_ fault: Fault) { faults[fault.rawValue, default: 0] += 1 }

    public mutating func add(_ other: Report) {
        runs += other.runs
        virtualSeconds += other.virtualSeconds
        nodes += other.nodes
        posts += other.posts
        postsRepeated += other.postsRepeated
        postsStoredAgain += other.postsStoredAgain
        messagesChecked += other.messagesChecked
        messagesChanged += other.messagesChanged
        pages += other.pages
        answersByDigests += other.answersByDigests
        bodiesReceived += other.bodiesReceived
        messagesStoredFromPeers += other.messagesStoredFromPeers
        valuesCompleted += other.valuesCompleted
        damaged += other.damaged
        healed += other.healed
        runsWithGroups += other.runsWithGroups
        runsWithPairedPeers += other.runsWithPairedPeers
        pairings += other.pairings
        turned += other.turned
        refusedPages += other.refusedPages
        faults.merge(other.faults, uniquingKeysWith: +)
        notices.merge(other.notices, uniquingKeysWith: +)
        jumps.merge(other.jumps, uniquingKeysWith: +)
        longestSecondsToConverge = max(longestSecondsToConverge, other.longestSecondsToConverge)
        longestSecondsDespiteFailures = max(longestSecondsDespiteFailures, other.longestSecondsDespiteFailures)
    }
}

extension Report: CustomStringConvertible {
    public var description: String {
        let list = { (counts: [String: Int]) in
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
        let hours = (virtualSeconds / 36).rounded() / 100
        return """
            \(runs) runs of \(nodes) nodes, \(runsWithGroups) of them with two groups, \(runsWithPairedPeers) with paired \
            peers, in \(hours) virtual hours; \
            \(posts) posts acknowledged, \(postsRepeated) of them repeated, \(postsStoredAgain) stored again after a restore; \
            \(pages) pages, \(answersByDigests) answers by digests, \(refusedPages) of another group refused; \
            \(count(.removal)) removals, \(count(.pause)) pauses, \(pairings) pairings, \(turned) requests over \
            turned links; \
            \(messagesChecked) messages checked at the ends, \(messagesChanged) of them changed, 0 lost, 0 doubled, \
            \(valuesCompleted) completed later, \(damaged) damaged, \(healed) healed; \
            longest time to converge \(longestSecondsToConverge.rounded()) s, while some transfers fail \
            \(longestSecondsDespiteFailures.rounded()) s
            faults: \(list(faults))
            notices: \(list(notices))
            ids left out: \(list(jumps))
            """
    }
}
