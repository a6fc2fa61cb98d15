import ChatModel
import ChatXML
import Foundation

/// The log of a peer, served as a node serves it. Each of its messages can be replaced by something else.
struct PeerLog: Sendable {
    struct Entry: Sendable {
        let id: LogID
        let text: String
        let message: Message
        /// The mark up to here.
        let mark: Mark
        /// As it stands in a page.
        var element: [UInt8]
    }

    let key: SigningKey
    /// Whose the peer says it is.
    var node: PublicKey
    let instance = Instance.random()
    var entries: [Entry] = []

    /// A log of messages `text 1`, `text 2` …
    ///
    /// - Parameter ids: one for each message, ascending.
    init(_ text: String, ids: some Sequence<UInt64>, key: SigningKey = SigningKey()) throws {
        self.key = key
        node = key.publicKey
        for id in ids { try append("\(text) \(id)", at: LogID.zero.advanced(by: id)) }
    }

    mutating func append(_ text: String, at id: LogID, _ more: [Fields.Field] = []) throws {
        let fields = try Fields(
            [Fields.Field(.user, try FieldValue("peer")), Fields.Field(.text, try FieldValue(text))] + more)
        let now = UnixTime(milliseconds: UInt64(Date().timeIntervalSince1970 * 1000))
        let message = try VerifiedMessage(fields, at: Stamp(now), signing: key).message
        let mark = (entries.last?.mark ?? .zero).appending(message.digest)
        let element = PeerPage.element(id, message, head(next: .start))
        entries.append(Entry(id: id, text: text, message: message, mark: mark, element: element))
    }

    var digests: Set<Digest> { Set(entries.map(\.message.digest)) }

    func position(_ index: Int) -> LogPosition {
        entries.indices.contains(index) ? LogPosition(id: entries[index].id, mark: entries[index].mark) : .start
    }

    func head(next: LogPosition) -> PageHead {
        PageHead(
            node: node, name: "bad peer", instance: instance, low: entries.first?.id ?? .zero,
            high: entries.last?.id ?? .zero,
            next: next)
    }

    // MARK: Serving

    /// The page that was asked for; nothing where the cursor is not this log's.
    func page(_ request: PeerRequest, atMost most: Int = Limits.pageMessages) -> PeerPage? {
        guard let past = start(of: request) else { return nil }
        let first = firstIndex(after: past)
        let last = min(first + min(request.limit, most), entries.endIndex)
        let next = last > first ? position(last - 1) : position(entries.endIndex - 1)
        return PeerPage(head: head(next: next), elements: entries[first..<last].map(\.element))
    }

    /// As a node answers.
    func answer(_ request: PeerRequest) -> PeerAnswer {
        guard let page = page(request) else {
            return .failure("409 Conflict", code: "cursor-unknown", "This log has no such message, or another one.")
        }
        return .page(page, to: request)
    }

    private func start(of request: PeerRequest) -> LogID? {
        if let have = request.have {
            return have.positions.first { holds($0.id, "\($0.mark)") }?.id ?? .zero
        }
        guard request.past > .zero else { return .zero }
        guard let mark = request.mark else { return request.past <= (entries.last?.id ?? .zero) ? request.past : nil }
        return holds(request.past, mark) ? request.past : nil
    }

    private func holds(_ id: LogID, _ mark: String) -> Bool {
        let index = firstIndex(after: id) - 1
        return index >= 0 && entries[index].id == id && "\(entries[index].mark)" == mark
    }

    /// By bisection: logs here may be long.
    private func firstIndex(after id: LogID) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id > id { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A page for `view=log`, open to be spoiled: what it holds is written as it is given.
struct PeerPage: Sendable {
    var head: PageHead
    var elements: [[UInt8]]

    var bytes: [UInt8] { Self.root(head) + elements.joined() + "</chat>\n".utf8 }

    /// The same page with a part replaced wherever it stands.
    func replacing(_ part: String, with other: String) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).replacing(part, with: other).utf8)
    }

    /// The root's start tag, as the program writes it.
    static func root(_ head: PageHead) -> [UInt8] {
        Array(PageWriter(.log).end(head: head).dropLast("</chat>\n".utf8.count))
    }

    /// A message, as the program writes it.
    static func element(_ id: LogID, _ message: Message, _ head: PageHead) -> [UInt8] {
        var writer = PageWriter(.log)
        writer.append(id: id, message: message, arrival: message.stamp.time)
        let content = writer.end(head: head).drop { $0 != UInt8(ascii: "\n") }
        return Array(content.dropFirst().dropLast("</chat>\n".utf8.count))
    }
}
