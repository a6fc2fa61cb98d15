internal import ChatModel
internal import LMDB

/// The table key of a gap in a peer's log: length of the peer id (1 byte), peer id, kind (1 byte: 0 not stored, 1 later
/// form), first id (8 bytes).
struct GapKey: TableKey, Hashable {
    enum Kind: UInt8 {
        case notStored = 0
        case laterForm = 1
    }

    let peer: [UInt8]
    let kind: Kind
    let first: UInt64

    /// All gaps of a peer, or those of one kind.
    static func range(of peer: PeerID, _ kind: Kind? = nil) -> KeyRange<GapKey> {
        .from(
            GapKey(peer: peer.bytes, kind: kind ?? .notStored, first: 0),
            through: GapKey(peer: peer.bytes, kind: kind ?? .laterForm, first: .max))
    }

    init(peer: [UInt8], kind: Kind, first: UInt64) {
        (self.peer, self.kind, self.first) = (peer, kind, first)
    }

    init(_ gap: Gap, of peer: PeerID) {
        self.init(peer: peer.bytes, kind: gap.knownForm == 0 ? .notStored : .laterForm, first: gap.first.rawValue)
    }

    var encodedByteCount: Int { peer.count + 10 }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(UInt8(peer.count))
        bytes.append(peer)
        bytes.append(kind.rawValue)
        bytes.append(bigEndian: first)
    }

    init(decoding bytes: RawSpan) throws {
        let length = Int(try bytes.bigEndian(at: 0, as: UInt8.self))
        try bytes.requireCount(1 + length + 9)
        peer = try bytes.array(1..<1 + length)
        guard let kind = Kind(rawValue: try bytes.bigEndian(at: 1 + length)) else { throw MalformedRecord() }
        self.kind = kind
        first = try bytes.bigEndian(at: 2 + length)
    }
}

/// The other parts of a gap as bytes, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | the id of the position before the gap |
/// | 8 ..< 24 | the mark of that position |
/// | 24 ..< 32 | the last id |
/// | 32 ..< 40 | the highest form that the program knew, for messages of a later form; else 0 |
struct GapRecord: TableValue, Hashable {
    let before: LogPosition
    let last: LogID
    let knownForm: UInt64

    init(_ gap: Gap) {
        (before, last, knownForm) = (gap.before, gap.last, gap.knownForm)
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: before.id.rawValue)
        bytes += before.mark.bytes
        bytes.append(bigEndian: last.rawValue)
        bytes.append(bigEndian: knownForm)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(40)
        guard let id = LogID(rawValue: try bytes.bigEndian(at: 0)),
            let last = LogID(rawValue: try bytes.bigEndian(at: 24))
        else { throw MalformedRecord() }
        before = LogPosition(id: id, mark: try Mark(bytes: bytes.array(8..<24)))
        self.last = last
        knownForm = try bytes.bigEndian(at: 32)
    }

    /// Returns the gap that a table key and this value describe; nil if the two contradict each other.
    func gap(_ key: GapKey) -> Gap? {
        guard let first = LogID(rawValue: key.first), before.id < first, first <= last,
            (key.kind == .laterForm) == (knownForm > 0)
        else { return nil }
        return Gap(after: before, first: first, through: last, knownForm: knownForm)
    }
}

extension Tables {
    /// Returns the gaps in a peer's log.
    ///
    /// - Complexity: O(``Limits/gaps``)
    func gaps(of peer: PeerID, in transaction: borrowing some Transaction & ~Copyable) throws -> Gaps {
        var found = Gaps()
        try gaps.scan(GapKey.range(of: peer), in: transaction) { key, record in
            if let gap = record.gap(key) { found.add(gap) }
            return .next
        }
        return found
    }

    /// Stores the gaps of a peer: writes the rows that differ from `earlier`.
    func replaceGaps(
        _ earlier: Gaps, with gaps: Gaps, of peer: PeerID, in transaction: inout WriteTransaction
    ) throws {
        guard gaps != earlier else { return }
        let rows = { (gaps: Gaps) in
            Dictionary(
                uniqueKeysWithValues: (gaps.notStored + gaps.laterForms).map { (GapKey($0, of: peer), GapRecord($0)) })
        }
        let (old, new) = (rows(earlier), rows(gaps))
        for key in old.keys where new[key] == nil { try self.gaps.delete(key, in: &transaction) }
        for (key, record) in new where old[key] != record { try self.gaps.put(key, record, in: &transaction) }
    }
}
