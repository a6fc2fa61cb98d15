import ChatModel
import ChatXML
import Foundation
import TestSupport

/// The log of a peer, served in the way a node serves it. The element of each message can be replaced.
struct PeerLog: Sendable {
    struct Entry: Sendable {
        let id: LogID
        let text: String
        var message: Message
        /// The mark up to this entry.
        var mark: Mark
        /// The bytes of the entry in a page that has the message whole.
        var element: [UInt8]
    }

    let key: SigningKey
    /// The node key that the peer claims.
    var node: PublicKey
    let instance = Instance.random()
    var entries: [Entry] = []

    /// A log of one message for each id, with the texts `text 1`, `text 2`, …
    ///
    /// - Parameter ids: In ascending order.
    init(_ text: String, ids: some Sequence<UInt64>, key: SigningKey = SigningKey()) throws {
        self.key = key
        node = key.publicKey
        for id in ids { try append("\(text) \(id)", at: LogID.zero.advanced(by: id)) }
    }

    mutating func append(_ text: String, at id: LogID, _ more: [Field] = []) throws {
        let fields = try Fields(
            [Field(.user, writing: try FieldValue("peer")), Field(.text, writing: try FieldValue(text))] + more,
            salt: .random())
        let now = SystemTime().wall
        append(try VerifiedMessage(fields, in: .none, at: Stamp(now), signing: key).message, text, at: id)
    }

    mutating func append(_ message: Message, _ text: String, at id: LogID) {
        let mark = (entries.last?.mark ?? .zero).appending(message.digest)
        let element = PeerPage.element(id, message, head(next: .start))
        entries.append(Entry(id: id, text: text, message: message, mark: mark, element: element))
    }

    /// Replaces a message. The marks of the log then follow from the other one.
    mutating func replace(_ index: Int, with message: Message) {
        entries[index].message = message
        entries[index].element = PeerPage.element(entries[index].id, message, head(next: .start))
        for index in index..<entries.endIndex {
            entries[index].mark = position(index - 1).mark.appending(entries[index].message.digest)
        }
    }

    /// Replaces a part of the bytes of a message. The marks of the log still follow from the message itself.
    mutating func replace(_ part: String, with other: String, in index: Int) {
        let element = String(decoding: entries[index].element, as: UTF8.self)
        entries[index].element = Array(element.replacing(part, with: other).utf8)
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

    /// The requested page; nil if the request's position is not one of this log.
    ///
    /// - Parameter most: the largest number of whole messages.
    func page(_ request: PeerRequest, atMost most: Int = Limits.pageMessages) -> PeerPage? {
        if let digests = request.digests { return page(of: digests) }
        guard let past = start(of: request) else { return nil }
        let first = firstIndex(after: past)
        var (last, whole) = (first, 0)
        var elements: [[UInt8]] = []
        var origins: [PublicKey: Int] = [:]
        while last < entries.endIndex, last - first < request.limit, whole < most {
            let entry = entries[last]
            last += 1
            if request.bodies == .all || request.bodies == .own && entry.message.origin == node {
                elements.append(entry.element)
                whole += 1
                continue
            }
            let origin = entry.message.origin
            if origins[origin] == nil {
                origins[origin] = origins.count
                elements.append(Array("<origin key=\"\(origin)\"/>\n".utf8))
            }
            elements.append(PeerPage.listed(entry.id, entry.message.digest, origin: origins[origin] ?? 0))
        }
        let next = last > first ? position(last - 1) : position(entries.endIndex - 1)
        return PeerPage(head: head(next: next), elements: elements)
    }

    /// The answer to a request for messages by their digests.
    private func page(of digests: Set<Digest>) -> PeerPage {
        var head = head(next: position(entries.endIndex - 1))
        head.done = digests.count
        let found = entries.filter { digests.contains($0.message.digest) }
        return PeerPage(head: head, elements: found.map(\.element))
    }

    /// The answer of a well-behaved node.
    func answer(_ request: PeerRequest) -> PeerAnswer {
        guard let page = page(request) else {
            return .failure("409 Conflict", code: "cursor-unknown", "This log has no message with this id and mark.")
        }
        return .page(page, to: request)
    }

    private func start(of request: PeerRequest) -> LogID? {
        if let have = request.have {
            return have.positions.first { contains($0.id, "\($0.mark)") }?.id ?? .zero
        }
        guard request.past > .zero else { return .zero }
        guard let mark = request.mark else { return request.past <= (entries.last?.id ?? .zero) ? request.past : nil }
        return contains(request.past, mark) ? request.past : nil
    }

    private func contains(_ id: LogID, _ mark: String) -> Bool {
        let index = firstIndex(after: id) - 1
        return index >= 0 && entries[index].id == id && "\(entries[index].mark)" == mark
    }

    /// Finds the index by bisection, because some of these logs are long.
    private func firstIndex(after id: LogID) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id > id { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A page for `view=log` that can be spoiled: `elements` is written unchanged.
struct PeerPage: Sendable {
    var head: PageHead
    var elements: [[UInt8]]

    var bytes: [UInt8] { Self.root(head) + elements.joined() + "</chat>\n".utf8 }

    /// The number of whole messages.
    var messageCount: Int { elements.count { $0.starts(with: "<message ".utf8) } }

    /// Whether the page has the message with this id whole.
    func contains(_ id: UInt64) -> Bool {
        elements.contains { $0.starts(with: Array("<message id=\"\(id)\"".utf8)) }
    }

    /// The bytes of the page with each occurrence of a part replaced.
    func replacing(_ part: String, with other: String) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).replacing(part, with: other).utf8)
    }

    /// The start tag of the root element, as the program writes it.
    static func root(_ head: PageHead) -> [UInt8] {
        Array(PageWriter(.log).end(head: head).dropLast("</chat>\n".utf8.count))
    }

    /// An entry without its message.
    ///
    /// - Parameter origin: the number of the page's element `<origin>` with the message's origin.
    static func listed(_ id: LogID, _ digest: Digest, origin: Int) -> [UInt8] {
        Array("<listed id=\"\(id)\" digest=\"\(digest.base64URL)\" origin=\"\(origin)\"/>\n".utf8)
    }

    /// A message, as the program writes it.
    static func element(_ id: LogID, _ message: Message, _ head: PageHead) -> [UInt8] {
        var writer = PageWriter(.log)
        writer.append(id: id, message: message, arrival: message.stamp.time)
        let content = writer.end(head: head).drop { $0 != UInt8(ascii: "\n") }
        return Array(content.dropFirst().dropLast("</chat>\n".utf8.count))
    }
}
