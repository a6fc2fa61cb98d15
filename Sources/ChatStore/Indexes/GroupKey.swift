internal import ChatModel
internal import LMDB

/// The key of something in a group: group (16 bytes), the digest or the public key of it (32 bytes).
struct GroupKey<Part: FixedBytes>: TableKey, Hashable {
    let group: GroupID
    let part: Part

    init(_ group: GroupID, _ part: Part) {
        (self.group, self.part) = (group, part)
    }

    var encodedByteCount: Int { GroupID.byteCount + Part.byteCount }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(group.bytes)
        bytes.append(part.bytes)
    }

    init(decoding bytes: RawSpan) throws {
        group = try GroupID(bytes: bytes.array(0..<GroupID.byteCount))
        part = try Part(bytes: bytes.array(from: GroupID.byteCount))
    }
}

extension GroupKey<Digest> {
    static func range(of group: GroupID) -> KeyRange<GroupKey> {
        .from(GroupKey(group, .lowest), through: GroupKey(group, .highest))
    }
}
