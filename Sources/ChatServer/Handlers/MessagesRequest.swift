internal import ChatExchange
internal import ChatModel
internal import ChatStore
internal import ChatXML

/// The parameters of a request to `messages.php`.
struct MessagesRequest {
    let view: PageView
    let query: LogQuery
    /// The seconds for which an empty page is delayed until a message comes.
    let waitSeconds: Int
    /// The node that a request for the log names.
    let node: PublicKey?
    /// The request of a peer for a range of the log; nil if the request names no node.
    let pull: PullRequest?

    /// - Throws: ``Failure`` with `bad-parameter` or `not-utf-8`, `Refusal` for an illegal room.
    init(_ parameters: Parameters) throws {
        view = try Self.view(parameters)
        if view == .log { try Self.refuseClientParameters(parameters) }
        let range = try Self.range(parameters, for: view)
        let allRooms = try Self.includesAllRooms(parameters, view) || range.namesMessages
        let bodies = view == .log ? try Self.bodies(parameters) : .all
        let limit = try Self.limit(parameters, bodies)
        switch (view, range) {
        case (.log, .from(let start)): query = LogQuery(log: start, limit: limit, bodies: bodies)
        case (.log, .digests(let digests)): query = LogQuery(messages: digests)
        default:
            var query = LogQuery(
                view == .article ? .texts : .messages, room: allRooms ? nil : try Self.room(parameters), range: range,
                limit: limit, byteLimit: RequestLimits.clientPageBytes,
                // The article's client cannot read a failure, so it gets an empty page.
                refusesUnknownIDs: view != .article)
            query.folds = try Self.folds(parameters, view)
            self.query = query
        }
        waitSeconds = try parameters.number(.wait, in: 0...Limits.waitSeconds) ?? 0
        node = view == .log ? try parameters.bytes(.node, "a node's public key") : nil
        pull = view == .log ? try Self.pull(of: node, parameters, range, limit, bodies, waitSeconds) : nil
    }

    private static func view(_ parameters: Parameters) throws(Failure) -> PageView {
        switch try parameters.text(.view) {
        case nil: .article
        case "chat": .chat
        case "log": .log
        default: throw .badParameter(.view, "chat or log, or be left out")
        }
    }

    /// A log page has the messages of all rooms, in id order.
    private static func refuseClientParameters(_ parameters: Parameters) throws(Failure) {
        for name in [ParameterName.room, .before, .last, .fold, .edits] where parameters.contains(name) {
            throw .notInLogPages(name)
        }
    }

    private static func includesAllRooms(_ parameters: Parameters, _ view: PageView) throws(Failure) -> Bool {
        guard let rooms = try parameters.text(.rooms) else { return false }
        guard rooms == "all" else { throw .badParameter(.rooms, "all, or be left out") }
        guard view == .chat else { throw .alone(.rooms, rooms, without: "view=chat") }
        if parameters.contains(.room) { throw .excluded(.room, by: .rooms) }
        return true
    }

    private static func folds(
        _ parameters: Parameters, _ view: PageView
    ) throws(Failure) -> Bool {
        guard let fold = try parameters.text(.fold) else { return false }
        guard fold == "1" else { throw .badParameter(.fold, "1, or be left out") }
        guard view == .chat else { throw .alone(.fold, fold, without: "view=chat") }
        return true
    }

    private static func room(_ parameters: Parameters) throws(Refusal) -> Room {
        try Room(utf8: parameters[.room] ?? [])
    }

    private static func bodies(_ parameters: Parameters) throws(Failure) -> Bodies {
        try parameters.value(.bodies, "all, own or none") { Bodies(rawValue: $0) } ?? .all
    }

    private static func limit(_ parameters: Parameters, _ bodies: Bodies) throws(Failure) -> Int {
        let most = bodies == .all ? Limits.pageMessages : Limits.listEntries
        let limit = try parameters.number(.limit, in: 1...most)
        guard let last = try parameters.number(.last, in: 1...Limits.pageMessages) else {
            return limit ?? Limits.pageMessagesDefault
        }
        return min(last, limit ?? last)
    }

    // MARK: Ranges

    private static func range(_ parameters: Parameters, for view: PageView) throws(Failure) -> LogQuery.Range {
        // In a client's request, `have` is an unknown parameter and ignored.
        let have = view == .log ? try parameters.cursor(.have) : nil
        try refuseTwoRanges(parameters, allowsHave: view == .log)
        let shown = try rangeByTime(parameters, for: view)
        if let digests = try digests(parameters, for: view) { return .digests(digests) }
        if let target = try editedMessage(parameters, for: view) { return .edits(of: target) }
        if let shown { return shown }
        if let before = try parameters.id(.before) { return .before(before) }
        if parameters[.last] != nil { return .newest }
        if let have { return .from(.newestCommon(have)) }
        return .from(.after(try parameters.id(.past) ?? .zero, mark: try parameters.bytes(.mark, "a mark")))
    }

    private static func refuseTwoRanges(_ parameters: Parameters, allowsHave: Bool) throws(Failure) {
        let names: [ParameterName] = allowsHave ? [.past, .have, .before, .last] : [.past, .before, .last]
        let ranges = names.filter { parameters[$0] != nil }
        if ranges.count > 1 { throw .excluded(ranges[1], by: ranges[0]) }
        // A mark is that of the id in `past`. With `have`, which has marks of its own, it is ignored.
        for name in [ParameterName.before, .last] where parameters[name] != nil && parameters[.mark] != nil {
            throw .excluded(.mark, by: name)
        }
    }

    /// Returns a range in display order; nil for one in id order.
    private static func rangeByTime(_ parameters: Parameters, for view: PageView) throws(Failure) -> LogQuery.Range? {
        switch try parameters.text(.order) {
        case nil, "id": return nil
        case "time": break
        default: throw .badParameter(.order, "time or id, or be left out")
        }
        guard view == .chat else { throw .alone(.order, "time", without: "view=chat") }
        for name in [ParameterName.mark, .rooms] where parameters[name] != nil { throw .excluded(name, by: .order) }
        if let before = try parameters.id(.before) { return .shownBefore(before) }
        if let past = try parameters.id(.past) { return .shownAfter(past) }
        guard parameters[.last] != nil else { throw .alone(.order, "time", without: "last, before or past") }
        return .newestShown
    }

    /// Returns the digests of the requested messages; nil for a request for a range of the log.
    private static func digests(_ parameters: Parameters, for view: PageView) throws(Failure) -> [Digest]? {
        let most = view == .log ? Limits.requestedDigests : RequestLimits.clientDigests
        guard let digests = try parameters.digests(.digests, atMost: most) else { return nil }
        let excluded: [ParameterName]
        switch view {
        case .article: throw .alone(.digests, "…", without: "view=chat")
        case .chat:
            if parameters.contains(.room) { throw .excluded(.room, by: .digests) }
            excluded = rangeParameters + [.edits]
        case .log: excluded = [.past, .have, .mark, .wait, .limit, .bodies]
        }
        for name in excluded where parameters[name] != nil { throw .excluded(name, by: .digests) }
        return digests
    }

    /// Returns the digest of the message whose edits are requested; nil for another request.
    private static func editedMessage(_ parameters: Parameters, for view: PageView) throws(Failure) -> Digest? {
        guard let target: Digest = try parameters.bytes(.edits, "the digest of a message") else { return nil }
        guard view == .chat else { throw .alone(.edits, "…", without: "view=chat") }
        if parameters.contains(.room) { throw .excluded(.room, by: .edits) }
        for name in rangeParameters + [.fold] where parameters[name] != nil { throw .excluded(name, by: .edits) }
        return target
    }

    /// What a request for a range has, and one that names its messages has not.
    private static let rangeParameters: [ParameterName] = [.past, .before, .last, .limit, .rooms, .order, .mark, .wait]

    // MARK: Peers

    private static func pull(
        of node: PublicKey?, _ parameters: Parameters, _ range: LogQuery.Range, _ limit: Int, _ bodies: Bodies,
        _ waitSeconds: Int
    ) throws(Failure) -> PullRequest? {
        let instance: Instance? = try parameters.bytes(.instance, "an instance")
        let group: GroupID? = try parameters.bytes(.group, "a group's id")
        try refuseBadVersion(parameters)
        let claim = SettledClaim(
            settled: try parameters.position(.settled) ?? .start, lacks: try parameters.ids(.lacks) ?? [])
        guard let node, let instance, case .from(let start) = range else { return nil }
        return PullRequest(
            from: start, limit: limit, bodies: bodies, claim: claim, waitSeconds: waitSeconds, node: node,
            instance: instance, group: group ?? .none)
    }

    /// The parameter is the highest version of a log page that the requester reads. The answer has the highest version that
    /// both know. That is version 1 for every request, because this program knows no other.
    private static func refuseBadVersion(_ parameters: Parameters) throws(Failure) {
        let expected = "the highest version of a page that the requester reads, a number from 1 on"
        _ = try parameters.value(.version, expected) { UInt64(decimal: $0).flatMap { $0 > 0 ? $0 : nil } }
    }
}
