import ChatModel
import ChatStore

/// Signed messages of one node with 60 bytes of text, as the benchmark posts them. Messages with the same numbers are equal,
/// except for their signatures where the library draws them at random.
struct GeneratedMessages: Sendable {
    private let start: UInt64
    private let rooms: Int
    private let key: SigningKey

    /// - Parameters:
    ///   - start: a time in milliseconds since 1970. A message is written each millisecond after it.
    ///   - rooms: the number of rooms in turn, the main room being the first.
    init(after start: UInt64, rooms: Int = 1, signing key: SigningKey) {
        (self.start, self.rooms, self.key) = (start, rooms, key)
    }

    subscript(number: Int) -> VerifiedMessage {
        get throws {
            let room = number % rooms
            let draft = try Self.draft(number, room: room == 0 ? nil : "room \(room)")
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            return try VerifiedMessage(
                draft.salted(try Salt(bytes: bytes + bytes)), in: .none,
                at: Stamp(UnixTime(milliseconds: start + 1 + UInt64(number))), nonce: try Nonce(bytes: bytes),
                signing: key)
        }
    }

    /// Returns the fields of a message. A nil room is the main room.
    static func draft(_ number: Int, room: String? = nil) throws -> Draft {
        let start = "message \(number + 1) "
        let text = start + String(repeating: "x", count: 60 - start.utf8.count)
        var values = [(name: FieldName.user, value: try FieldValue("jack")), (.text, try FieldValue(text))]
        if let room { values.append((.room, try FieldValue(room))) }
        return try Draft(values, device: try FieldValue("bench"))
    }
}

extension ChatStore {
    /// Stores messages in one commit, as a page of a peer.
    func add(_ messages: GeneratedMessages, _ numbers: Range<Int>) async throws {
        let verdicts = try Array(numbers).concurrentMap { number in
            Result { JudgedPage.Verdict.good(try messages[number]) }
        }.map { try $0.get() }
        let applied = try await apply(JudgedPage(verdicts: verdicts), from: PeerID("http://peer.local")!)
        try require(applied.stored, numbers.count)
    }
}

/// A workload or a generator did not do what was expected of it.
struct WrongResult: Error, CustomStringConvertible {
    let description: String
}

/// - Throws: ``WrongResult`` if two values differ.
func require<Value: Equatable>(_ value: Value, _ expected: Value) throws {
    guard value == expected else { throw WrongResult(description: "The result is \(value), not \(expected).") }
}
