internal import LMDB

/// The only key of a ``SetTable`` that is one set: no bytes after the prefix of the ``SetFamily``.
struct OneSet: TableKey {
    var encodedByteCount: Int { 0 }

    func encode(into bytes: inout OutputRawSpan) {}

    init() {}

    init(decoding bytes: RawSpan) throws { try bytes.requireCount(0) }
}
