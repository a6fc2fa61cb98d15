import ChatExchange
import ChatModel
import ChatStore
import ChatXML
import TestSupport

extension Simulation {
    private static let words = [
        "hello", "привет", "你好", "こんにちは", "안녕", "olá", "👩‍👩‍👧‍👦", "a <b> & c", "]]>", "line\nbreak", "e\u{301}",
        "\u{feff}mark",
        "مرحبا",
    ]

    /// Plans that the user of a node writes and the clients read, again and again.
    func planPeople(at node: SimulatedNode) {
        agenda.plan(after: dice.milliseconds(200...90_000)) { [self] in
            guard !isHealing else { return }
            for _ in 0..<(dice.pick([1, 1, 1, 2, 8]) ?? 1) { writeDraft(at: node) }
            try await send(from: node)
            planPeople(at: node)
        }
        agenda.plan(after: dice.milliseconds(2_000...20_000)) { [self] in try read(at: node) }
    }

    func writeDraft(at node: SimulatedNode) {
        postsMade += 1
        let text = "\(postsMade) \(dice.pick(Self.words) ?? "")"
        let long = dice.chance(0.03) ? String(repeating: "x", count: dice.number(1000...16_000)) : ""
        // All names and values are within the limits.
        let value = { (text: String) in try! FieldValue(text) }
        var values = [(name: FieldName.user, value: value("user of \(node.name)")), (.text, value(text + long))]
        if dice.chance(0.3) { values.append((.room, value(dice.pick(["garden", "Küche"]) ?? "garden"))) }
        if dice.chance(0.1) { values.append((try! FieldName("x-mood-\(dice.number(1...9))"), value("unknown"))) }
        if features.contains(.relations), dice.chance(0.3) { values = relation(at: node, values) }
        let key = try! PostKey(utf8: "key \(postsMade)".utf8)
        node.client.outbox.append(
            SimulatedClient.Post(draft: try! Draft(values, device: value(node.name)), text: text + long, postKey: key))
    }

    /// Posts the messages that are not acknowledged yet, in order. A failed post is repeated later.
    func send(from node: SimulatedNode) async throws {
        while let post = node.client.outbox.first {
            guard let store = node.lifetime?.store else { break }
            if await crashesAtCommit(node) { break }
            let earlier = messagesOfPosts[post.text, default: []].intersection(node.log.foundByPosts)
                .filter(node.log.hasMessage)
            do {
                let receipt = try await store.post(post.draft, postKey: post.postKey)
                note("\(node.name) stores \(post.text.prefix(20)) as \(receipt.id)")
                try await committed(at: node)
                try check(receipt, of: post, storedBefore: earlier, at: node)
                if !receipt.repeated, dice.chance(0.25) { try checkDisplayRank(of: receipt.id, at: node) }
                if await crashesAtCommit(node) { break }
                if let digest = node.log.entry(at: receipt.id)?.digest { acknowledged[digest] = post.text }
                report.posts += 1
                node.client.acknowledged()
            } catch let error as StoreError {
                guard error.code != .postKeyReused else {
                    throw Violation(12, "\(node.name) refuses to repeat \(post.text.prefix(20)).")
                }
                note("\(node.name) cannot store: \(error.code)")
                if error.code == .storeFull { report.count(.fullMap) }
                break
            }
        }
        guard !node.client.outbox.isEmpty else { return }
        agenda.plan(after: dice.milliseconds(3_000...9_000)) { [self] in try await send(from: node) }
    }

    /// Checks the answer to a post.
    ///
    /// - Parameter earlier: the messages of the post that the node had before and had to find.
    private func check(
        _ receipt: Receipt, of post: SimulatedClient.Post, storedBefore earlier: Set<Digest>, at node: SimulatedNode
    ) throws(Violation) {
        let text = post.text.prefix(20)
        guard let entry = node.log.entry(at: receipt.id),
            entry.text == post.text || node.log.erased.contains(entry.digest)
                || messagesOfPosts[post.text, default: []].contains(entry.digest)
        else {
            throw Violation(3, "\(text) was acknowledged as \(receipt.id), which is another one.")
        }
        guard !entry.isGone else {
            throw Violation(12, "\(text) was acknowledged as \(receipt.id), which is gone at \(node.name).")
        }
        guard receipt.repeated || earlier.isEmpty else {
            throw Violation(12, "\(node.name) had \(text) and stored it again as \(receipt.id).")
        }
        if receipt.repeated { report.postsRepeated += 1 }
        let isNew = messagesOfPosts[post.text, default: []].insert(entry.digest).inserted
        if isNew, messagesOfPosts[post.text]?.count ?? 0 > 1 { report.postsStoredAgain += 1 }
    }

    /// Lets each client send all of its posts again. By now, messages that a restored store had lost have come back.
    func repeatPosts() async throws {
        guard features.contains(.repeatedPosts) else { return }
        note("all posts are repeated")
        for node in nodes {
            node.client.sendAgain { _ in true }
            try await send(from: node)
        }
    }

    // MARK: Reading

    private func read(at node: SimulatedNode) throws {
        if node.lifetime != nil {
            try pollLikeTheArticle(node)
            if dice.chance(0.3) { try pollLikeToday(node) }
        }
        guard !isHealing else { return }
        agenda.plan(after: dice.milliseconds(4_000...20_000)) { [self] in try read(at: node) }
    }

    func pollLikeTheArticle(_ node: SimulatedNode) throws {
        guard let store = node.lifetime?.store else { return }
        let range = LogQuery.Range.from(.after(node.client.article.position.id, mark: nil))
        let slice = try store.read(LogQuery(.texts, room: .main, range: range, limit: Limits.pageMessagesDefault))
        for entry in slice.entries {
            guard let text = NodeLog.Entry(entry).text else {
                throw Violation(9, "\(node.name) shows \(entry.id), which has no text, in the view of texts.")
            }
            try node.client.article.see(text, of: entry.digest)
            node.client.article.position = entry.position
        }
    }

    func pollLikeToday(_ node: SimulatedNode) throws {
        guard let lifetime = node.lifetime else { return }
        let position = node.client.today.position
        let query = LogQuery(
            .messages, room: .main, range: .from(.after(position)), limit: Limits.pageMessagesDefault,
            refusesUnknownIDs: true)
        do {
            let page = try ChatPage(reading: lifetime.identity.page(of: lifetime.store.read(query), .chat))
            for message in page.messages {
                if let text = message[.text], let digest = message.digest {
                    try node.client.today.see(text.description, of: digest)
                }
            }
            node.client.today.position = page.head.next
        } catch let error as StoreError where error.code == .cursorUnknown {
            note("a client of \(node.name) begins again")
            node.client.today = SimulatedClient.Reader()
        }
    }
}
