public import ChatModel
internal import Crypto
internal import LMDB

/// The key that a client sends with a post so that a repeated post is stored once: 1 to 64 printable ASCII characters.
public struct PostKey: Hashable, Sendable {
    public static let maximumBytes = 64

    let bytes: [UInt8]

    /// - Throws: ``Refusal`` with `bad-post-key`.
    public init(utf8 bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = Array(bytes)
        guard (1...Self.maximumBytes).contains(self.bytes.count), self.bytes.allSatisfy({ (0x20...0x7e).contains($0) })
        else {
            throw Refusal(
                .badPostKey,
                "The parameter key must have 1 to \(Self.maximumBytes) printable ASCII characters. Send each message with "
                    + "a new random key.")
        }
    }
}

/// The message that a post with a post key stored, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | id |
/// | 8 ..< 16 | commit time, milliseconds since 1970 |
/// | 16 ..< 48 | SHA-256 over the fields that the client sent; zero bytes after the values of the message were erased |
struct PostKeyRecord: TableValue {
    let id: UInt64
    let commitTime: UnixTime
    let fields: [UInt8]

    init(id: UInt64, commitTime: UnixTime, fields: [UInt8]) {
        self.id = id
        self.commitTime = commitTime
        self.fields = fields
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: id)
        bytes.append(bigEndian: commitTime.milliseconds)
        return bytes + fields
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(48)
        id = try bytes.bigEndian(at: 0)
        commitTime = UnixTime(milliseconds: try bytes.bigEndian(at: 8))
        fields = try bytes.array(16..<48)
    }

    /// Whether the values of the message were erased. Then nothing is left to compare a repeated post with: the hash has no
    /// salt, so that a short text could be guessed from it.
    var isErased: Bool { fields.allSatisfy { $0 == 0 } }

    /// The record after the values of the message were erased.
    var erased: PostKeyRecord {
        PostKeyRecord(id: id, commitTime: commitTime, fields: [UInt8](repeating: 0, count: fields.count))
    }

    /// Returns the hash by which two posts with the same post key are compared.
    static func hash(of draft: Draft) -> [UInt8] {
        var hash = SHA256()
        for field in draft.fields {
            for part in [field.name.utf8, field.value?.utf8 ?? []] {
                var length: [UInt8] = []
                length.append(bigEndian: UInt32(part.count))
                hash.update(data: length + part)
            }
        }
        return Array(hash.finalize())
    }
}
