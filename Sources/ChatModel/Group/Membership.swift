/// The members of a group: its founder, and each key that a member has admitted, until somebody above the key, or the key
/// itself, ends the admission.
///
/// It follows from a set of statements alone. The order in which they are added changes nothing, and no clock is read, so
/// nodes with the same statements have the same members.
///
/// An admission is *sound* if the founder wrote it and it has no `under`, or if `under` is the digest of a sound
/// admission that admits its author. Its chain has at most ``deepest`` admissions. A removal ends it and all admissions
/// below it, if the founder or an author in its chain wrote the removal. A removal by the admitted key itself ends this
/// admission only: the key has left. All other removals change nothing. An admission that has ended never counts again.
public struct Membership: Sendable {
    /// The admissions between the founder and the deepest member.
    public static let deepest = 16

    public let founder: PublicKey
    private var admissions: [Digest: Admission] = [:]
    /// The admissions by the one that they stand under, also if that one is missing.
    private var below: [Digest: [Digest]] = [:]
    /// The removals of an admission by their authors, also if it is missing: the lowest digest of each author.
    private var removals: [Digest: [PublicKey: Digest]] = [:]
    private var judgements: [Digest: Judgement] = [:]
    /// The sound admissions of each key.
    private var sound: [PublicKey: Set<Digest>] = [:]

    public init(founder: PublicKey) {
        self.founder = founder
    }

    /// What follows for a sound admission.
    private struct Judgement: Equatable {
        /// The admissions from the founder's down to this one.
        let chain: [Digest]
        /// The authors of the chain, and the founder.
        let authors: Set<PublicKey>
        /// The removals of this admission and of those above it, by authors above.
        let ends: [Removal]
        /// The removal by the admitted key, which has left.
        let leave: Removal?

        var isEnded: Bool { !ends.isEmpty }
        var hasLeft: Bool { leave != nil }
    }
}

// MARK: - Adding statements

extension Membership {
    /// Adds a statement; a second time, this changes nothing. A statement may come before the admission that it names.
    public mutating func add(_ statement: Statement) {
        switch statement {
        case .admission(let admission): add(admission)
        case .removal(let removal): add(removal)
        }
    }

    public func adding(_ statements: [Statement]) -> Membership {
        var membership = self
        for statement in statements { membership.add(statement) }
        return membership
    }

    /// - Complexity: O(n) for n admissions below this one whose state changes.
    private mutating func add(_ admission: Admission) {
        guard admissions.updateValue(admission, forKey: admission.digest) == nil else { return }
        if let under = admission.under { below[under, default: []].append(admission.digest) }
        judge(admission)
    }

    /// - Complexity: O(n) for n admissions below the removed one whose state changes.
    private mutating func add(_ removal: Removal) {
        let known = removals[removal.admission]?[removal.author]
        removals[removal.admission, default: [:]][removal.author] = min(removal.digest, known ?? removal.digest)
        if let admission = admissions[removal.admission], mayMatter(removal, to: admission) { judge(admission) }
    }

    /// Whether a removal can change the judgement of an admission: it is by the admitted key, or by a key above it. The other ones are
    /// stored and cost no judgement.
    private func mayMatter(_ removal: Removal, to admission: Admission) -> Bool {
        removal.author == admission.key || judgements[admission.digest]?.authors.contains(removal.author) != false
    }

    /// Decides whether an admission counts, and then about those below it if that has changed.
    private mutating func judge(_ admission: Admission) {
        guard let judgement = judgement(of: admission), judgements[admission.digest] != judgement else { return }
        judgements[admission.digest] = judgement
        sound[admission.key, default: []].insert(admission.digest)
        for digest in below[admission.digest] ?? [] {
            if let next = admissions[digest] { judge(next) }
        }
    }

    /// Returns nil if the admission is not sound, or not yet.
    private func judgement(of admission: Admission) -> Judgement? {
        let above: Judgement?
        if let under = admission.under {
            guard let judgement = judgements[under], admissions[under]?.key == admission.author,
                judgement.chain.count < Self.deepest
            else { return nil }
            above = judgement
        } else {
            guard admission.author == founder else { return nil }
            above = nil
        }
        let authors = (above?.authors ?? []).union([admission.author, founder])
        let own = removals[admission.digest] ?? [:]
        func removal(by author: PublicKey) -> Removal? {
            own[author].map { Removal(digest: $0, author: author, of: admission.digest) }
        }
        return Judgement(
            chain: (above?.chain ?? []) + [admission.digest], authors: authors,
            ends: (above?.ends ?? []) + authors.sorted().compactMap(removal(by:)), leave: removal(by: admission.key))
    }
}

// MARK: - Reading

extension Membership {
    public func isMember(_ key: PublicKey) -> Bool {
        key == founder || sound[key]?.contains(where: counts) == true
    }

    /// Whether a key is or was a member: a sound admission names it. All nodes keep the messages of such a key.
    public func knows(_ key: PublicKey) -> Bool { key == founder || sound[key] != nil }

    /// Whether the key is a former member.
    public func hasEnded(_ key: PublicKey) -> Bool { knows(key) && !isMember(key) }

    /// The former members.
    public var former: Set<PublicKey> { Set(sound.keys.filter { !isMember($0) }) }

    /// Whether a removal by a key above has ended its admission. A removal by the admitted key, which leaves, does not count.
    public func isEnded(by removal: Removal) -> Bool { judgements[removal.admission]?.ends.contains(removal) == true }

    public var members: Set<PublicKey> { Set(sound.keys.filter(isMember)).union([founder]) }

    /// Returns the admissions by which a key is a member now, those nearest to the founder first; empty for the founder.
    public func admissions(of key: PublicKey) -> [Admission] {
        // Somebody may admit the founder, who needs no admission and stands under none.
        key == founder ? [] : nearestFirst((sound[key] ?? []).filter(counts))
    }

    /// Returns the admissions of a key that nobody above it has ended: those of ``admissions(of:)``, and those that the key has left.
    /// Whom it admits below one of the latter is a member, until somebody above ends it.
    public func openAdmissions(of key: PublicKey) -> [Admission] {
        key == founder ? [] : nearestFirst((sound[key] ?? []).filter { judgements[$0]?.isEnded == false })
    }

    /// Returns the admission by which a key is a member, or was one: the one nearest to the founder. Nil for the founder.
    public func lastAdmission(of key: PublicKey) -> Admission? {
        key == founder ? nil : admissions(of: key).first ?? nearestFirst(sound[key] ?? []).first
    }

    private func nearestFirst(_ digests: Set<Digest>) -> [Admission] {
        digests.sorted { (depth($0), $0) < (depth($1), $1) }.compactMap { admissions[$0] }
    }

    /// Returns the sound admissions that lead from the founder to one, this one last; empty if it is not sound.
    public func chain(of admission: Digest) -> [Admission] {
        (judgements[admission]?.chain ?? []).compactMap { admissions[$0] }
    }

    /// Returns the keys that lead from the founder to a key, which is the last one: one list for each of its admissions that counts,
    /// without the founder, the shortest first. For a former member, a list for each of its admissions, up to the first key that is no
    /// member. Only the founder for the founder itself; empty for a key that was never a member.
    public func ways(to key: PublicKey) -> [[PublicKey]] {
        guard key != founder else { return [[key]] }
        let counting = admissions(of: key)
        let ways = (counting.isEmpty ? nearestFirst(sound[key] ?? []) : counting).map { admission in
            let keys = chain(of: admission.digest).map(\.key)
            let end = counting.isEmpty ? keys.firstIndex { !isMember($0) } : nil
            return end.map { Array(keys[...$0]) } ?? keys
        }
        var seen: Set<[PublicKey]> = []
        return ways.filter { seen.insert($0).inserted }
    }

    /// Whether admissions by a key count: it is a member, and less than ``deepest`` admissions below the founder.
    public func mayAdmit(_ author: PublicKey) -> Bool {
        author == founder || admissions(of: author).first.map { depth($0.digest) < Self.deepest } ?? false
    }

    /// Returns the sound admissions of a key, each with the removals that end it or one above it; none for an admission that counts.
    public func removals(of key: PublicKey) -> [Digest: [Removal]] {
        var found: [Digest: [Removal]] = [:]
        for admission in sound[key] ?? [] {
            guard let judgement = judgements[admission] else { continue }
            found[admission] = judgement.ends + [judgement.leave].compactMap(\.self)
        }
        return found
    }

    /// Returns for each key the members that a removal by `author` would cost the group. It ends those of
    /// ``openAdmissions(of:)`` that `author` may end, and whoever has no other admission is lost. The key itself is among them,
    /// unless `author` may not end all of its admissions. Empty for a former member, which removes for itself only.
    ///
    /// - Complexity: O(n) in the admissions.
    public func losses(by author: PublicKey) -> [PublicKey: Set<PublicKey>] {
        var losses: [PublicKey: Set<PublicKey>] = [:]
        // The removals of a key that has left would count, since there is no clock that tells when they were written.
        guard isMember(author) else { return losses }
        for (key, digests) in sound where key != founder {
            let above = digests.filter(counts).map { digest in
                Set(chain(of: digest).filter { mayEnd($0.digest, by: author) }.map(\.key))
            }
            guard let first = above.first else { continue }
            for removed in above.dropFirst().reduce(first, { $0.intersection($1) }) {
                losses[removed, default: []].insert(key)
            }
        }
        return losses
    }

    /// Whether a removal by a key would end an admission and those below it.
    public func mayEnd(_ admission: Digest, by author: PublicKey) -> Bool {
        judgements[admission]?.authors.contains(author) == true
    }

    private func counts(_ admission: Digest) -> Bool {
        judgements[admission].map { !$0.isEnded && !$0.hasLeft } ?? false
    }

    private func depth(_ admission: Digest) -> Int { judgements[admission]?.chain.count ?? 0 }
}
