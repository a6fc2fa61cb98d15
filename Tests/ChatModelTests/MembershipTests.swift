import ChatModel
import TestSupport
import Testing

@Suite struct MembershipTests {
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `random statements give the members of the definition, in any order`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let group = try RandomGroup(&generator)
            #expect(group.membership(&generator).members == group.members)
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `a removal costs a member its place only if it is by the member or by someone above it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let removal = try digest(90)
        for _ in 0..<100 {
            let before = try RandomGroup(&generator).membership(&generator)
            let author = RandomGroup.keys.randomElement(using: &generator)!
            for digest in RandomGroup.digests {
                var after = before
                after.add(.removal(Removal(digest: removal, author: author, of: digest)))
                for lost in before.members.subtracting(after.members) {
                    #expect(lost == author || before.mayEnd(digest, by: author))
                    #expect(
                        before.admissions(of: lost).allSatisfy { admission in
                            before.chain(of: admission.digest).contains { $0.digest == digest }
                        })
                }
            }
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `an ended admission never counts again, whatever comes later`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let (first, second) = (try RandomGroup(&generator), try RandomGroup(&generator))
            var membership = first.membership(&generator)
            let ended = RandomGroup.digests.filter { digest in
                guard let last = membership.chain(of: digest).last else { return false }
                return !membership.admissions(of: last.key).contains(last)
            }
            for removal in second.removals { membership.add(.removal(removal)) }
            let known = Set(first.admissions.map(\.digest))
            for admission in second.admissions where !known.contains(admission.digest) {
                membership.add(.admission(admission))
            }
            for digest in ended {
                let last = try #require(membership.chain(of: digest).last)
                #expect(!membership.admissions(of: last.key).contains(last))
            }
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `the losses by a removal are the members that are none after it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let removal = try digest(90)
        for _ in 0..<100 {
            let before = try RandomGroup(&generator).membership(&generator)
            let author = RandomGroup.keys.randomElement(using: &generator)!
            let losses = before.losses(by: author)
            for key in RandomGroup.keys where key != RandomGroup.founder {
                var after = before
                for admission in before.openAdmissions(of: key) where before.mayEnd(admission.digest, by: author) {
                    after.add(.removal(Removal(digest: removal, author: author, of: admission.digest)))
                }
                let lost = before.isMember(author) ? before.members.subtracting(after.members) : []
                #expect(losses[key, default: []] == lost)
            }
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `each ended admission has the removals that end it, and one that counts has none`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let group = try RandomGroup(&generator)
            let membership = group.membership(&generator)
            for key in RandomGroup.keys where key != RandomGroup.founder {
                let removals = membership.removals(of: key)
                #expect(membership.isMember(key) == removals.values.contains([]))
                #expect(membership.knows(key) == !removals.isEmpty)
                #expect(membership.hasEnded(key) == membership.former.contains(key))
                for removal in removals.values.joined() {
                    #expect(group.removals.contains { $0.digest == removal.digest && $0.author == removal.author })
                }
            }
        }
    }

    @Test func `the chain of a member has at most sixteen admissions`() throws {
        var membership = Membership(founder: RandomGroup.founder)
        var (author, above) = (RandomGroup.founder, Digest?.none)
        for number in 1...17 as ClosedRange<UInt8> {
            let admission = Admission(
                digest: try digest(number), author: author, key: try key(number), under: above)
            membership.add(.admission(admission))
            (author, above) = (admission.key, admission.digest)
        }
        #expect(membership.isMember(try key(16)))
        #expect(!membership.knows(try key(17)))
        #expect(membership.chain(of: try digest(16)).map(\.digest) == (try (1...16).map { try digest($0) }))
    }

    @Test func `whoever leaves goes alone, and its former inviter may still end those below`() throws {
        var membership = Membership(founder: RandomGroup.founder)
        let ben = Admission(digest: try digest(1), author: RandomGroup.founder, key: try key(1), under: nil)
        let cara = Admission(digest: try digest(2), author: ben.key, key: try key(2), under: ben.digest)
        for admission in [cara, ben] { membership.add(.admission(admission)) }
        membership.add(.removal(Removal(digest: try digest(90), author: ben.key, of: ben.digest)))
        #expect(membership.members == [RandomGroup.founder, cara.key])
        #expect(membership.knows(ben.key))
        membership.add(.removal(Removal(digest: try digest(91), author: RandomGroup.founder, of: ben.digest)))
        #expect(membership.members == [RandomGroup.founder])
    }

    @Test func `the founder stands under no admission, and whom a leaver admits goes with its removal`() throws {
        let founder = RandomGroup.founder
        let (x, y) = (try key(1), try key(2))
        let first = Admission(digest: try digest(1), author: founder, key: x, under: nil)
        let below = Admission(digest: try digest(2), author: x, key: y, under: first.digest)
        let ofFounder = Admission(digest: try digest(3), author: x, key: founder, under: first.digest)
        let again = Admission(digest: try digest(4), author: founder, key: x, under: nil)
        var membership = Membership(founder: founder)
        for admission in [first, below, ofFounder] { membership.add(.admission(admission)) }
        #expect(membership.admissions(of: founder).isEmpty && membership.mayAdmit(founder))
        membership.add(.removal(Removal(digest: try digest(5), author: x, of: first.digest)))
        #expect(membership.admissions(of: x).isEmpty && membership.openAdmissions(of: x) == [first])
        #expect(membership.isMember(y))
        membership.add(.admission(again))
        #expect(membership.losses(by: founder)[x] == [x, y])
        for admission in membership.openAdmissions(of: x) {
            membership.add(.removal(Removal(digest: try digest(6), author: founder, of: admission.digest)))
        }
        #expect(membership.members == [founder])
    }

    @Test func `removals by thousands of keys without a say cost next to nothing`() throws {
        var membership = Membership(founder: RandomGroup.founder)
        let mallory = Admission(digest: try digest(1), author: RandomGroup.founder, key: try key(1), under: nil)
        membership.add(.admission(mallory))
        let number = 12_000
        func large(_ index: Int) throws -> Digest {
            try Digest(bytes: [UInt8(index >> 8), UInt8(index & 255)] + Array(repeating: 7, count: 30))
        }
        let keys = (0..<number).map { _ in SigningKey().publicKey }
        let start = ContinuousClock.now
        for (index, key) in keys.enumerated() {
            membership.add(
                .admission(Admission(digest: try large(index), author: mallory.key, key: key, under: mallory.digest)))
            membership.add(
                .removal(Removal(digest: try large(index + number), author: mallory.key, of: try large(index))))
        }
        for (index, key) in keys.enumerated() {
            membership.add(.removal(Removal(digest: try large(index + 2 * number), author: key, of: mallory.digest)))
        }
        for key in membership.former { _ = membership.removals(of: key) }
        #expect(membership.former.count == number && membership.isMember(mallory.key))
        // If each removal is judged, the time is quadratic: 7.5 s for half of the keys, in a debug build.
        #expect(ContinuousClock.now - start < .seconds(6))
    }

    @Test func `a key with two admissions stays until both are ended, and names the one nearest to the founder`() throws
    {
        var membership = Membership(founder: RandomGroup.founder)
        let ben = Admission(digest: try digest(1), author: RandomGroup.founder, key: try key(1), under: nil)
        let byBen = Admission(digest: try digest(2), author: ben.key, key: try key(2), under: ben.digest)
        let byFounder = Admission(digest: try digest(3), author: RandomGroup.founder, key: try key(2), under: nil)
        for admission in [ben, byBen, byFounder] { membership.add(.admission(admission)) }
        #expect(membership.admissions(of: byBen.key) == [byFounder, byBen])
        membership.add(.removal(Removal(digest: try digest(90), author: ben.key, of: ben.digest)))
        membership.add(.removal(Removal(digest: try digest(91), author: RandomGroup.founder, of: byFounder.digest)))
        #expect(membership.admissions(of: byBen.key) == [byBen])
        membership.add(.removal(Removal(digest: try digest(90), author: ben.key, of: byBen.digest)))
        #expect(!membership.isMember(byBen.key))
    }
}

private func key(_ number: UInt8) throws -> PublicKey {
    try SigningKey(seed: Array(repeating: number, count: 32)).publicKey
}

private func digest(_ number: UInt8) throws -> Digest { try Digest(bytes: Array(repeating: number, count: 32)) }

/// A random set of statements, most of them sound, among them cycles, forged ones, and ones under what is missing.
private struct RandomGroup {
    static let keys = try! (0...6).map { try key($0) }
    static let digests = try! (1...20).map { try digest($0) }
    static let founder = keys[0]

    private(set) var admissions: [Admission] = []
    let removals: [Removal]

    init(_ generator: inout SeededGenerator) throws {
        for digest in Self.digests.prefix(.random(in: 1...20, using: &generator)) {
            // Often the last one, so that some chains are deep.
            var under =
                Bool.random(using: &generator)
                ? admissions.last?.digest : ([nil] + admissions.map(\.digest)).randomElement(using: &generator)!
            var author = admissions.first { $0.digest == under }?.key ?? Self.founder
            if .random(in: 0..<10, using: &generator) == 0 { author = Self.keys.randomElement(using: &generator)! }
            if .random(in: 0..<20, using: &generator) == 0 { under = Self.digests.randomElement(using: &generator)! }
            let key = Self.keys.randomElement(using: &generator)!
            admissions.append(Admission(digest: digest, author: author, key: key, under: under))
        }
        removals = try (0..<Int.random(in: 0...5, using: &generator)).map { number in
            Removal(
                digest: try digest(UInt8(100 + number)), author: Self.keys.randomElement(using: &generator)!,
                of: Self.digests.randomElement(using: &generator)!)
        }
    }

    /// Returns the membership after the statements in a random order, some of them twice.
    func membership(_ generator: inout SeededGenerator) -> Membership {
        var statements = admissions.map(Statement.admission) + removals.map(Statement.removal)
        statements += statements.filter { _ in .random(in: 0..<4, using: &generator) == 0 }
        var membership = Membership(founder: Self.founder)
        for statement in statements.shuffled(using: &generator) { membership.add(statement) }
        return membership
    }

    /// The members by the words of the definition.
    var members: Set<PublicKey> {
        Set(admissions.filter(counts).map(\.key)).union([Self.founder])
    }

    private func counts(_ admission: Admission) -> Bool {
        guard let chain = chain(of: admission) else { return false }
        let hasLeft = removals.contains { $0.admission == admission.digest && $0.author == admission.key }
        return !hasLeft
            && chain.indices.allSatisfy { depth in
                let authors = Set(chain[...depth].map(\.author)).union([Self.founder])
                return !removals.contains { $0.admission == chain[depth].digest && authors.contains($0.author) }
            }
    }

    /// Returns the admissions from the founder's down to this one; nil if it is not sound.
    private func chain(of admission: Admission) -> [Admission]? {
        var chain = [admission]
        while let under = chain[0].under {
            guard chain.count < Membership.deepest, let above = admissions.first(where: { $0.digest == under }),
                above.key == chain[0].author
            else { return nil }
            chain.insert(above, at: 0)
        }
        return chain[0].author == Self.founder ? chain : nil
    }
}
