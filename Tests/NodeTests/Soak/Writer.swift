import ChatClient
import ChatModel
import TestSupport

/// A client that posts on one node, and repeats each post with its post key until it is acknowledged.
struct Writer: Sendable {
    struct Post: Sendable {
        let node: Int
        let text: FieldValue
        let id: LogID
        let attempts: Int
    }

    struct NotAcknowledged: Error {
        let text: String
        let lastFailure: PullFailure?
    }

    let node: Int
    let number: Int
    let client: ChatClient
    private var generator: SeededGenerator
    private let clock = ContinuousClock()

    private static let phrases = [
        "Grüße aus Köln", "привет", "你好，世界", "مرحبا بالعالم", "नमस्ते", "👩‍👩‍👧 🎈", "e\u{301} is not é",
        "if (a < b && c > d) ]]> \"quoted\"", "two\r\nlines\tand a tab", "100% + 1 = ?",
    ]

    init(node: Int, number: Int, client: ChatClient, seed: UInt64) {
        self.node = node
        self.number = number
        self.client = client
        generator = SeededGenerator(seed: seed)
    }

    /// Makes posts until `end`, and returns when all are acknowledged.
    ///
    /// - Throws: ``NotAcknowledged`` if a post is refused, or is not acknowledged by `limit`.
    mutating func write(
        until end: ContinuousClock.Instant, acknowledgedBy limit: ContinuousClock.Instant
    ) async throws -> [Post] {
        var posts: [Post] = []
        while clock.now < end {
            let phrase = Self.phrases.randomElement(using: &generator) ?? ""
            posts.append(try await post("\(node).\(number).\(posts.count) \(phrase)", by: limit))
            try await clock.sleep(for: .milliseconds(Int.random(in: 20...300, using: &generator)))
        }
        return posts
    }

    private func post(_ text: String, by limit: ContinuousClock.Instant) async throws -> Post {
        let key = String(text.prefix { $0 != " " })
        var lastFailure: PullFailure?
        var attempts = 0
        while clock.now < limit {
            attempts += 1
            do {
                guard let id = try await client.add(user: "writer \(number)", message: text, key: key) else { break }
                return Post(node: node, text: try FieldValue(text), id: id, attempts: attempts)
            } catch let error as PullFailure {
                lastFailure = error
                if case .refused(400..<500, _) = error { break }
            }
            try await clock.sleep(for: .milliseconds(100))
        }
        throw NotAcknowledged(text: text, lastFailure: lastFailure)
    }
}
