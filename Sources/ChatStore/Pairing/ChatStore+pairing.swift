public import ChatModel
internal import LMDB

// Each change is a transaction of its own. Its errors are those of `post(_:postKey:)`; then the store is unchanged.
extension ChatStore {
    /// Returns the peers over links, sorted by key: the paired ones, the removed ones and all other members of the group.
    public func pairedPeers() throws(StoreError) -> [PairedPeer] {
        let origin = key.publicKey
        return try database.read { transaction, tables in
            let peers = try tables.peers(besides: origin, in: transaction)
            guard try database.ids.hasUnclaimedRestore(tables, in: transaction) else { return peers }
            return peers.map { peer in
                var peer = peer
                if peer.state != .removed { peer.isUnconfirmed = true }
                return peer
            }
        }
    }

    /// Returns how many nodes may still join by invitations that have not ended.
    public func openInvitations(process: Instance) throws(StoreError) -> Int {
        try database.read { transaction, tables in
            guard try !database.ids.hasUnclaimedRestore(tables, in: transaction) else { return 0 }
            let moment = try moment(process, tables, in: transaction)
            return try tables.pairing.allInvitations(in: transaction).filter { $0.refusal(at: moment) == nil }
                .reduce(0) { $0 + Int(clamping: $1.usesLeft) }
        }
    }

    private func moment(
        _ process: Instance, _ tables: Tables, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> StoredInvitation.Moment {
        let (wall, latest) = (
            time.wall, UnixTime(milliseconds: try tables.meta.get(.latestArrival, in: transaction) ?? 0)
        )
        return StoredInvitation.Moment(
            now: max(latest, HybridClock.now(wallClock: wall, buildDate: buildDate, latestArrival: latest)),
            isClockUnset: wall < buildDate, process: process, monotonic: time.monotonic.milliseconds)
    }

    /// Makes an invitation. A node of no group founds its group when the first node joins. Messages of before are of no group, and
    /// the group reads them.
    ///
    /// - Parameters:
    ///   - lifetime: at most ``StoredInvitation/maximumLifetime``.
    ///   - uses: 1 to ``StoredInvitation/maximumUses``.
    ///   - process: the instance of this process. While the clock is unset, an invitation counts in the same process only.
    public func invite(
        _ hash: InvitationHash, for lifetime: Duration, uses: Int, process: Instance
    ) async throws(StoreError) -> InviteOutcome {
        let monotonic = time.monotonic
        return try await writer.write(.alone) { transaction, appender in
            try appender.invite(
                hash, for: lifetime, uses: uses, process: process, monotonic: monotonic, in: &transaction)
        }
    }

    /// Pairs with a node that has shown the secret of an invitation.
    ///
    /// - Parameters:
    ///   - group: the group into which the node believes to be invited.
    ///   - nodeName: the name of this node, by which it admits the other one.
    public func redeem(
        _ hash: InvitationHash, in group: GroupID, by key: PublicKey, named name: String, at places: [HostPort],
        as nodeName: FieldValue, process: Instance
    ) async throws(StoreError) -> RedeemOutcome {
        let monotonic = time.monotonic
        let author = Author(key: self.key, name: nodeName, nonce: nonce())
        return try await writer.write(.alone) { transaction, appender in
            try appender.redeem(
                hash, in: group, by: key, named: name, at: places, author: author, process: process,
                monotonic: monotonic, &transaction)
        }
    }

    /// Enters the group of an inviting node, and adds the node as a peer.
    ///
    /// - Parameters:
    ///   - introduction: the messages that make this node and others members, and their address records. The store
    ///     stores them.
    ///   - key: that of the inviting node.
    ///   - carriesMessages: whether the group may read the messages that a node without a group has.
    ///   - leavesGroup: whether a node may leave a group of which it is the only member.
    public func join(
        _ group: GroupID, _ introduction: [VerifiedMessage], by key: PublicKey, named name: String,
        at places: [HostPort], carriesMessages: Bool, leavesGroup: Bool = false
    ) async throws(StoreError) -> JoinOutcome {
        try await writer.write(.alone) { transaction, appender in
            try appender.join(
                group, introduction, by: key, named: name, at: places, carriesMessages: carriesMessages,
                leavesGroup: leavesGroup, in: &transaction)
        }
    }

    /// Stores the admissions by which another node is a member, and its newest address record. Ignores other messages. Stores
    /// nothing if the messages do not make the key a member, if the node is a peer already, or if a person has removed it here.
    ///
    /// - Returns: whether the node may be a peer.
    /// - Throws: ``StoreError`` as ``apply(_:from:)``.
    public func introduce(_ key: PublicKey, by messages: [Message]) async throws(StoreError) -> Bool {
        let origin = self.key.publicKey
        let (stored, known, membership) = try database.read { transaction, tables in
            (
                try tables.pairing.peer(key, in: transaction),
                try tables.peerDecision(about: key, besides: origin, in: transaction),
                try tables.membership(in: transaction)
            )
        }
        if let known, known.state != .removed { return known.isLinked }
        guard let membership, stored?.state != .removed,
            let chain = Self.chain(of: key, in: messages, from: membership.founder)
        else { return false }
        let records = messages.filter { $0.origin == key && $0.group == GroupID(founder: membership.founder) }
            .compactMap { message in AddressRecord(message).map { (version: $0.version, message: message) } }
        let own = chain + [records.max { $0.version < $1.version }?.message].compactMap(\.self)
        guard let verified = try? own.map(VerifiedMessage.init(verifying:)),
            membership.adding(own.compactMap(Statement.init)).isMember(key)
        else { return false }
        try requireDiskReserve()
        try await writer.write(.post) { transaction, appender in
            for message in verified { _ = try appender.receive(message, in: &transaction) }
        }
        return true
    }

    /// Returns the admissions among messages by which a key would be a member, if nothing had ended them; nil without a whole chain.
    ///
    /// A stranger costs neither a signature nor a copy of the membership.
    private static func chain(of key: PublicKey, in messages: [Message], from founder: PublicKey) -> [Message]? {
        let statements = messages.filter { $0.group == GroupID(founder: founder) && Statement($0) != nil }
        let claimed = Membership(founder: founder).adding(statements.compactMap(Statement.init))
        var chains = Set(claimed.admissions(of: key).flatMap { claimed.chain(of: $0.digest) }.map(\.digest))
        // No introduction has more. The first chain may have ended here, and another one may count.
        guard !chains.isEmpty, chains.count <= Membership.deepest else { return nil }
        // The page may have one several times.
        return statements.filter { chains.remove($0.digest) != nil }
    }

    /// Returns the digests of the removals that have ended the admissions which a key shows, at most one for each; empty for a member, and
    /// for a key that was never one. This node may not have the admissions.
    public func removals(of key: PublicKey, showing messages: [Message]) throws(StoreError) -> [Digest] {
        guard let membership = try membership(),
            let chain = Self.chain(of: key, in: messages, from: membership.founder),
            let verified = try? chain.map(VerifiedMessage.init(verifying:))
        else { return [] }
        let shown = membership.adding(verified.map(\.message).compactMap(Statement.init))
        guard shown.hasEnded(key) else { return [] }
        let removals = shown.removals(of: key).filter { removal in chain.contains { $0.digest == removal.key } }
        return Set(removals.values.compactMap { $0.map(\.digest).min() }).sorted()
    }

    /// Stores removals that end admissions of this node. Stores nothing if the messages end none, or if the node is no member.
    ///
    /// - Returns: whether one has ended.
    /// - Throws: ``StoreError`` as ``apply(_:from:)``.
    public func learnEnd(from messages: [Message]) async throws(StoreError) -> Bool {
        let origin = key.publicKey
        guard let membership = try membership(), membership.isMember(origin), messages.count <= Membership.deepest
        else { return false }
        let removals = messages.filter { message in
            guard case .removal = Statement(message) else { return false }
            return message.group == GroupID(founder: membership.founder)
        }
        let after = membership.adding(removals.compactMap(Statement.init))
        guard after.admissions(of: origin).count < membership.admissions(of: origin).count,
            let verified = try? removals.map(VerifiedMessage.init(verifying:))
        else { return false }
        try requireDiskReserve()
        try await writer.write(.post) { transaction, appender in
            for message in verified { _ = try appender.receive(message, in: &transaction) }
        }
        return true
    }

    /// Returns the digests of the messages that introduce members: the admissions by which they are members, each after
    /// those above it, and their newest address records.
    ///
    /// - Parameters:
    ///   - key: the member that comes first. Omits a key that is no member.
    ///   - isAlone: whether only this member is wanted; else all, at most ``PairedPeer/maximumCount``.
    /// - Complexity: O(n) in the statements of the group.
    public func introduction(of key: PublicKey, isAlone: Bool) throws(StoreError) -> [Digest] {
        let origin = self.key.publicKey
        return try database.read { transaction, tables in
            try tables.introduction(of: key, isAlone: isAlone, for: origin, in: transaction)
        }
    }

    /// Returns the addresses that the owner has added to those of the node's listeners.
    public func ownPlaces() throws(StoreError) -> [HostPort] {
        try database.read { transaction, tables in try tables.ownPlaces(in: transaction) }
    }

    /// Adds addresses to the owner's, the new ones in front, and removes others.
    ///
    /// - Returns: the addresses after that; nil if they would be more than ``ChatModel/AddressRecord/maximumPlaces`` - 1, which leaves
    ///   room for one of a listener. Then nothing is changed.
    public func changeOwnPlaces(
        adding added: [HostPort], removing removed: [HostPort]
    ) async throws(StoreError) -> [HostPort]? {
        try await writer.write(.post) { transaction, appender in
            let known = try appender.tables.ownPlaces(in: transaction)
            let places = (added + known.filter { !added.contains($0) }).filter { !removed.contains($0) }
            guard places.count < AddressRecord.maximumPlaces else { return nil }
            if places != known { try appender.tables.putOwnPlaces(places, in: &transaction) }
            return places
        }
    }

    /// Writes an address record of this node, unless its newest one has these addresses and this name.
    ///
    /// - Parameter nodeName: the name of this node.
    /// - Returns: false for a node of no group, which writes none.
    public func announce(_ places: [HostPort], as nodeName: FieldValue) async throws(StoreError) -> Bool {
        let author = Author(key: key, name: nodeName, nonce: nonce())
        return try await writer.write(.post) { transaction, appender in
            try appender.announce(places, by: author, in: &transaction)
        }
    }

    /// Says in an address record that another member is the same person as this node, or that it is not.
    ///
    /// - Parameter nodeName: the name of this node.
    /// - Returns: false if this node or the key is no member, or if this node names ``ChatModel/Persons/maximumSame`` keys already.
    public func say(_ key: PublicKey, isSame: Bool, as nodeName: FieldValue) async throws(StoreError) -> Bool {
        let author = Author(key: self.key, name: nodeName, nonce: nonce())
        return try await writer.write(.post) { transaction, appender in
            try appender.say(key, isSame: isSame, by: author, in: &transaction)
        }
    }

    /// Changes a paired peer. A removal ends its membership in the group, too, if this node has founded the group, has invited the
    /// peer, or has invited one above it.
    ///
    /// - Parameter nodeName: the name of this node, by which it ends the membership.
    public func change(
        _ key: PublicKey, _ change: PairedPeerChange, as nodeName: FieldValue
    ) async throws(StoreError) -> ChangeOutcome {
        let author = Author(key: self.key, name: nodeName, nonce: nonce())
        return try await writer.write(.alone) { transaction, appender in
            try appender.change(key, change, by: author, in: &transaction)
        }
    }

    /// Ends the membership of this node in its group, and all invitations. The node keeps its messages.
    ///
    /// - Parameter nodeName: the name of this node, by which it ends the membership.
    public func leave(as nodeName: FieldValue) async throws(StoreError) -> LeaveOutcome {
        let author = Author(key: key, name: nodeName, nonce: nonce())
        return try await writer.write(.alone) { transaction, appender in
            try appender.leave(by: author, in: &transaction)
        }
    }

    /// Whether this node is the only member of its group.
    public func isOnlyMember() throws(StoreError) -> Bool {
        let origin = key.publicKey
        return try database.read { transaction, tables in try tables.isOnlyMember(origin, in: transaction) }
    }

    /// Returns the standings of this node and of some peers in the group. Omits keys that were never members.
    ///
    /// - Complexity: O(n) in the statements of the group.
    public func standings(of peers: [PublicKey]) throws(StoreError) -> [PublicKey: Standing] {
        let origin = key.publicKey
        return try database.read { transaction, tables in
            try tables.standings(of: [origin] + peers, for: origin, in: transaction)
        }
    }

    /// Stores the addresses of a paired peer.
    public func setPlaces(_ places: [HostPort], of key: PublicKey) async throws(StoreError) {
        try await writer.write(.alone, reportsFailure: false) { transaction, appender in
            try appender.setPlaces(places, of: key, in: &transaction)
        }
    }
}

extension IDReserve {
    /// Whether the opening of the store has found a restore, and no transaction has noted it in the store yet.
    func hasUnclaimedRestore(_ tables: Tables, in transaction: borrowing some Transaction & ~Copyable) throws -> Bool {
        guard start.isRestore else { return false }
        return try tables.meta.get(.lifetime, in: transaction) != start.lifetime
    }
}

// MARK: - Statements

extension ChatStore {
    /// A statement of a member about another one, or about itself.
    package struct NotedStatement: Sendable {
        package let author: PublicKey
        /// The key that the admission has admitted.
        package let key: PublicKey
        package let isRemoval: Bool
        /// When it came to this node.
        package let arrival: UnixTime
    }

    /// Returns the newest statements about the members of the node's group, the oldest first.
    ///
    /// - Complexity: O(n) in the statements of the group.
    package func lastStatements(_ count: Int) throws(StoreError) -> [NotedStatement] {
        try database.read { transaction, tables in
            guard let founder = try tables.founder(in: transaction) else { return [] }
            let statements = try tables.statementIndex.statements(foundedBy: founder, in: transaction)
            var keys: [Digest: PublicKey] = [:]
            var ordered: [(id: UInt64, digest: Digest, statement: Statement)] = []
            for statement in statements {
                let digest: Digest
                switch statement {
                case .admission(let admission):
                    keys[admission.digest] = admission.key
                    digest = admission.digest
                case .removal(let removal): digest = removal.digest
                }
                if let id = try tables.digestIndex.get(digest, in: transaction)?.id {
                    ordered.append((id, digest, statement))
                }
            }
            return try ordered.sorted { $0.id < $1.id }.suffix(count).compactMap { _, digest, statement in
                guard let arrival = try tables.entry(digest, in: transaction)?.arrival else { return nil }
                switch statement {
                case .admission(let admission):
                    return NotedStatement(
                        author: admission.author, key: admission.key, isRemoval: false, arrival: arrival)
                case .removal(let removal):
                    return keys[removal.admission].map {
                        NotedStatement(author: removal.author, key: $0, isRemoval: true, arrival: arrival)
                    }
                }
            }
        }
    }
}
