import ChatExchange
import ChatModel
import ChatStore
import TestSupport

@testable import ChatReplication

/// A model of a peer: a log of made-up digests, and faults.
struct ModelPeer {
    struct Entry {
        let position: LogPosition
        let digest: Digest
        let origin: PublicKey
        var content = Content.message

        /// Whether a reader passes the entry without its message.
        var isPassed: Bool { content == .laterForm || content == .otherGroup }
        /// Whether the peer has the message here.
        var hasMessage: Bool { content == .message || content == .valueless || content == .otherGroup }
    }

    enum Content {
        case message
        /// Without its values.
        case valueless
        case gone, damaged, laterForm, otherGroup
    }

    /// What goes wrong with the answers that concern one message.
    enum Fault {
        /// A page with the whole message cannot be read.
        case unreadable
        /// The connection breaks during a page with the whole message.
        case cutOff
        /// The whole message is no valid message.
        case malformed
        /// The message is never sent whole.
        case withheld
        /// Pages and lists leave the entry out, so that their marks do not fit.
        case leftOut
        /// The connection breaks during each page and list with the entry.
        case unlistable
    }

    /// A signed message, of which each message of a model has the parts.
    static let sample = try! Sample.message()  // Its values are valid.

    var key = SigningKey().publicKey
    /// The origin of relayed messages.
    let relayedOrigin = SigningKey().publicKey
    var instance = Instance.random()
    var group = GroupID.none
    var name = "peer"
    var log: [Entry] = []
    var faults: [Digest: Fault] = [:]
    /// Why no request gets an answer; nil if the peer answers.
    var failure: PullFailure?
    /// Why no request by digests gets an answer; nil if the peer answers.
    var digestFailure: PullFailure?
    /// How many digests the peer looks up for one request.
    var lookups = Limits.requestedDigests
    /// By how much the peer exaggerates the length of its log.
    var exaggeration: UInt64 = 0
    private var next: UInt64 = 1

    init(_ count: Int = 0) { post(count) }

    var end: LogPosition { log.last?.position ?? .start }
    var digests: [Digest] { log.map(\.digest) }

    func contains(_ position: LogPosition) -> Bool {
        position == .start || log.contains { $0.position == position }
    }

    // MARK: The log

    /// Appends messages with new digests.
    mutating func post(_ count: Int = 1, relayed: Bool = false, isBad: Bool = false, _ content: Content = .message) {
        for _ in 0..<count {
            append(.unique(isBad: isBad), relayed ? relayedOrigin : key, content)
        }
    }

    mutating func append(_ digest: Digest, _ origin: PublicKey? = nil, _ content: Content = .message) {
        let position = LogPosition(id: .at(next), mark: end.mark.appending(digest))
        log.append(Entry(position: position, digest: digest, origin: origin ?? key, content: content))
        next += 1
    }

    /// Leaves out ids, as a restored node does.
    mutating func jump(by ids: UInt64) { next += ids }

    /// Goes back to a backup with this number of messages, and starts again.
    mutating func restore(_ count: Int) {
        log.removeLast(max(0, log.count - count))
        instance = .random()
    }

    // MARK: Answers

    func answer(_ request: Puller.Request, _ store: ModelStore) -> Puller.Answer {
        switch request {
        case .log(let pull):
            return failure.map(Puller.Answer.failed) ?? answer(pull)
        case .messages(let messages):
            let missing = store.missing(messages)
            guard !missing.isEmpty else { return .messages(nil, missing: []) }
            return (failure ?? digestFailure).map(Puller.Answer.failed) ?? answer(missing)
        }
    }

    private func answer(_ request: PullRequest) -> Puller.Answer {
        guard let start = start(of: request.from) else { return .failed(.cursorUnknown) }
        let rest = log.drop { $0.position.id <= start }
        let taken = rest.prefix(request.limit)
        let next = taken.count == rest.count ? end : taken.last?.position ?? end
        let entries = taken.compactMap { entry(for: $0, request.bodies) }
        return answer(LogPage(head: head(next), entries: entries), taken.map(\.digest))
    }

    private func answer(_ digests: [Digest]) -> Puller.Answer {
        let lookedUp = digests.prefix(lookups)
        let wanted = Set(lookedUp)
        let entries = log.filter { wanted.contains($0.digest) && $0.hasMessage }.compactMap { entry(for: $0, .all) }
        var head = head(end)
        head.done = lookedUp.count
        let answer = answer(LogPage(head: head, entries: entries), Array(lookedUp))
        guard case .page(let page) = answer else { return answer }
        return .messages(page.only(digests), missing: digests)
    }

    /// Returns the page, unless a fault of one of its messages, or of those that it may have, spoils it.
    private func answer(_ page: LogPage, _ digests: [Digest]) -> Puller.Answer {
        let whole = Set(
            page.entries.compactMap { if case .message(_, let message) = $0 { message.digest } else { nil } })
        for digest in digests {
            switch faults[digest] {
            case .unlistable: return .failed(.brokenOff(.closed))
            case .cutOff where whole.contains(digest): return .failed(.brokenOff(.closed))
            case .unreadable where whole.contains(digest): return .failed(.unreadable(reason: "Spoiled."))
            default: break
            }
        }
        return .page(page)
    }

    func head(_ next: LogPosition) -> PageHead {
        PageHead(
            node: key, name: name, instance: instance, group: group, low: log.first?.position.id ?? .zero,
            high: end.id.advanced(by: exaggeration), next: next)
    }

    private func start(of from: LogStart) -> LogID? {
        switch from {
        case .after(let id, let mark):
            if id > end.id { return nil }
            if let mark, !contains(LogPosition(id: id, mark: mark)) { return nil }
            return id
        case .newestCommon(let cursor): return cursor.positions.first(where: contains)?.id ?? .zero
        }
    }

    private func entry(for entry: Entry, _ bodies: Bodies) -> LogPage.Entry? {
        let (id, fault) = (entry.position.id, faults[entry.digest])
        if fault == .leftOut { return nil }
        let group = entry.content == .otherGroup ? Sample.otherGroup : .none
        switch entry.content {
        case .gone: return .gone(id, entry.digest)
        case .damaged: return .damaged(id, entry.digest)
        case .laterForm: return .laterForm(id, form: 2, entry.digest)
        case .message, .valueless, .otherGroup: break
        }
        let lacksValues = entry.content == .valueless
        let isListed = bodies == .none || bodies == .own && entry.origin != key || fault == .withheld
        guard !isListed else {
            let listed = ListedMessage(
                digest: entry.digest, origin: entry.origin, group: group, lacksValues: lacksValues)
            return .listed(id, listed)
        }
        if fault == .malformed { return .bad(id, Refusal(.badValue, "No message.")) }
        let sample = Self.sample
        let message = Message(
            origin: entry.origin, group: group, stamp: sample.stamp, nonce: sample.nonce, fields: sample.fields,
            signature: sample.signature, digest: entry.digest)
        return .message(id, lacksValues ? message.withoutErasableValues : message)
    }
}
