public import ChatModel
internal import LMDB

/// The origins whose texts this node hides from its readers.
extension ChatStore {
    /// Hides the texts of an origin in another way than before, or shows them again. Erased values stay erased.
    ///
    /// - Parameter hiding: nil to show them.
    /// - Returns: false if this node hides as many origins as it can. Then nothing is changed.
    public func hide(_ origin: PublicKey, _ hiding: Hiding?) async throws(StoreError) -> Bool {
        let isChanged = try await writer.write(.alone, reportsFailure: false) { transaction, appender in
            var hidden = try appender.tables.hidden(in: transaction)
            hidden[origin] = hiding
            guard hidden.count <= Tables.maximumHidden else { return false }
            try appender.tables.putHidden(hidden, in: &transaction)
            return true
        }
        if isChanged { hidingChanges.changed() }
        return isChanged
    }

    /// Returns the hidden origins.
    public func hidden() throws(StoreError) -> [PublicKey: Hiding] {
        try database.read { transaction, tables in try tables.hidden(in: transaction) }
    }

    /// Erases the values of those messages of dropped origins that came before they were dropped. What an end of the process has left
    /// out, the next call erases.
    ///
    /// - Complexity: O(n) in the log, in steps of ``dropStep`` records; nothing if no origin is dropped.
    package func dropValues() async throws(StoreError) {
        var next: LogID? = .zero
        while let start = next, !Task.isCancelled {
            let (digests, end) = try database.read { transaction, tables in
                try tables.valuesToDrop(after: start, limit: Self.dropStep, in: transaction)
            }
            if !digests.isEmpty {
                try await writer.write(.alone, reportsFailure: false) { transaction, appender in
                    for digest in digests { _ = try appender.tables.erase(digest, in: &transaction) }
                }
            }
            next = end
            await Task.yield()
        }
    }

    /// The records that are read in one transaction, at most.
    private static let dropStep = 200
}

/// The messages of some origins but those about the members alone: nobody could tell without these who is a member, and at which
/// addresses. Readers do not get the messages of hidden origins, and the values of those of dropped ones are erased.
struct MessagesOfOrigins {
    /// The bytes of the keys, as records have them.
    private let origins: Set<ArraySlice<UInt8>>

    init(of origins: some Sequence<PublicKey>) { self.origins = Set(origins.map { $0.bytes[...] }) }

    var isEmpty: Bool { origins.isEmpty }

    func contains(_ record: StoredRecord) -> Bool {
        guard !origins.isEmpty, case .message(let message) = record.content else { return false }
        return contains(message)
    }

    func contains(_ message: PackedMessage) -> Bool {
        !origins.isEmpty && origins.contains(message.bytes[message.origin]) && !message.isAboutMembers
    }
}

extension Tables {
    /// The largest number of hidden origins.
    static let maximumHidden = 256

    /// Returns the hidden origins.
    func hidden(in transaction: borrowing some Transaction & ~Copyable) throws -> [PublicKey: Hiding] {
        guard var bytes = try settings.get(.hidden, in: transaction)?[...] else { return [:] }
        var hidden: [PublicKey: Hiding] = [:]
        while bytes.count > PublicKey.byteCount {
            let key = try? PublicKey(bytes: Array(bytes.prefix(PublicKey.byteCount)))
            bytes = bytes.dropFirst(PublicKey.byteCount)
            if let key, let kind = bytes.popFirst().flatMap(Hiding.init) { hidden[key] = kind }
        }
        return hidden
    }

    fileprivate func putHidden(_ hidden: [PublicKey: Hiding], in transaction: inout WriteTransaction) throws {
        let bytes = hidden.sorted { $0.key < $1.key }.flatMap { $0.key.bytes + [$0.value.rawValue] }
        if bytes.isEmpty {
            try settings.delete(.hidden, in: &transaction)
        } else {
            try settings.put(.hidden, bytes, in: &transaction)
        }
    }

    /// Returns the messages whose values are dropped.
    func dropped(in transaction: borrowing some Transaction & ~Copyable) throws -> MessagesOfOrigins {
        MessagesOfOrigins(of: try hidden(in: transaction).filter { $0.value == .dropped }.keys)
    }

    /// Returns the messages of dropped origins that are not erased yet, among the next records after an id.
    ///
    /// - Returns: `end` is the id of the last of these records; nil at the end of the log, and if no origin is dropped.
    fileprivate func valuesToDrop(
        after start: LogID, limit: Int, in transaction: borrowing ReadTransaction
    ) throws -> (digests: [Digest], end: LogID?) {
        let dropped = try dropped(in: transaction)
        guard !dropped.isEmpty else { return ([], nil) }
        var (digests, count, end): ([Digest], Int, LogID?) = ([], 0, nil)
        try log.scan(.after(start.key), in: transaction) { key, bytes in
            let id = LogID(key: key)
            if let record = try? recordFormat.record(bytes, at: id), !record.isErased, dropped.contains(record),
                case .message(let message) = record.content, message.hasErasableFields,
                let digest = Record.digest(of: bytes)
            {
                digests.append(digest)
            }
            count += 1
            end = count < limit ? nil : id
            return count < limit ? .next : .stop
        }
        return (digests, end)
    }
}
