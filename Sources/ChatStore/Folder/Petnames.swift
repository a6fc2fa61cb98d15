public import ChatModel
internal import LMDB

/// What the owner of the node calls the persons who write.
extension ChatStore {
    /// Gives a user at an origin another petname than before.
    ///
    /// - Parameter name: nil for none.
    /// - Returns: false if this node keeps as many petnames as it can. Then nothing is changed.
    public func call(_ user: FieldValue, at origin: PublicKey, _ name: FieldValue?) async throws(StoreError) -> Bool {
        try await writer.write(.alone, reportsFailure: false) { transaction, appender in
            var petnames = try appender.tables.petnames(in: transaction)
            petnames.removeAll { $0.origin == origin && $0.user == user }
            if let name { petnames.append(Petname(name, for: user, at: origin)) }
            guard petnames.count <= Tables.maximumPetnames else { return false }
            try appender.tables.putPetnames(petnames, in: &transaction)
            return true
        }
    }

    /// Returns the petnames, in the order in which they were given.
    public func petnames() throws(StoreError) -> [Petname] {
        try database.read { transaction, tables in try tables.petnames(in: transaction) }
    }
}

extension Tables {
    static let maximumPetnames = 256

    /// The end of a user and of a name in the setting: no value has this byte.
    private static let end: UInt8 = 0

    fileprivate func petnames(in transaction: borrowing some Transaction & ~Copyable) throws -> [Petname] {
        guard var bytes = try settings.get(.petnames, in: transaction)?[...] else { return [] }
        var petnames: [Petname] = []
        while bytes.count > PublicKey.byteCount {
            let origin = try? PublicKey(bytes: Array(bytes.prefix(PublicKey.byteCount)))
            let user = bytes.dropFirst(PublicKey.byteCount).prefix { $0 != Self.end }
            let name = bytes[user.endIndex...].dropFirst().prefix { $0 != Self.end }
            bytes = bytes[name.endIndex...].dropFirst()
            guard let origin, let user = try? FieldValue(utf8: user), let name = try? FieldValue(utf8: name) else {
                continue
            }
            petnames.append(Petname(name, for: user, at: origin))
        }
        return petnames
    }

    fileprivate func putPetnames(_ petnames: [Petname], in transaction: inout WriteTransaction) throws {
        let bytes = petnames.flatMap { $0.origin.bytes + $0.user.utf8 + [Self.end] + $0.name.utf8 + [Self.end] }
        if bytes.isEmpty {
            try settings.delete(.petnames, in: &transaction)
        } else {
            try settings.put(.petnames, bytes, in: &transaction)
        }
    }
}
