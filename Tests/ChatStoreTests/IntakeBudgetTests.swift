import ChatModel
import TestSupport
import Testing

@testable import ChatStore

/// How much of each member's messages a node takes in.
@Suite(.timeLimit(.minutes(5))) struct IntakeBudgetTests {
    private let time = ManualTime()
    private let peer = PeerID("peer")!
    private let ben = SigningKey()
    private let mallory = SigningKey()
    private let eva = SigningKey()
    private static let bytesPerDay = 10_000_000
    /// What one of ``text(by:)`` costs.
    private static let cost = 256 + 3 + 9745

    private var budget: IntakeBudget { IntakeBudget(bytesPerDay: Self.bytesPerDay, time: time) }

    /// The founder has admitted Ben, and Ben has admitted Mallory.
    private func membership() throws -> Membership {
        var membership = Membership(founder: Sample.founder.publicKey)
        membership.add(try admission(1, of: ben, by: Sample.founder, under: nil))
        membership.add(try admission(2, of: mallory, by: ben, under: 1))
        return membership
    }

    /// - Parameter under: the number of the admission above; nil for one by the founder.
    private func admission(
        _ number: UInt8, of key: SigningKey, by author: SigningKey, under: UInt8?
    ) throws -> Statement {
        .admission(
            Admission(
                digest: try digest(number), author: author.publicKey, key: key.publicKey,
                under: try under.map { try digest($0) }))
    }

    private func digest(_ number: UInt8) throws -> Digest { try Digest(bytes: [UInt8](repeating: number, count: 32)) }

    private func text(by key: SigningKey) throws -> Message {
        let fields = try [Sample.field("user", "jim"), Sample.field("text", String(repeating: "x", count: 9745))]
        return try VerifiedMessage(
            Fields(fields, salt: .random()), of: Sample.group, at: Sample.stamp, nonce: .random(), signing: key
        ).message
    }

    /// Takes in the same message of an origin until it has to wait, and returns how often it was taken in.
    private func fill(
        _ budget: IntakeBudget, by key: SigningKey, _ membership: Membership?, kind: IntakeBudget.Kind = .text
    ) throws -> Int {
        let payers = budget.payers(for: key.publicKey, from: peer, in: membership)
        let field = kind == .text ? nil : try Sample.field("removes", "\(digest(9))")
        let message =
            try field.map {
                try VerifiedMessage(
                    Fields([Sample.field("user", "jim"), $0], salt: .random()), of: Sample.group, at: Sample.stamp,
                    nonce: .random(), signing: key
                ).message
            } ?? text(by: key)
        var count = 0
        while budget.hasRoom(payers, kind), count < 100_000 {
            budget.pay(IntakeBudget.Cost(message), payers)
            count += 1
        }
        return count
    }

    // MARK: Accounts

    @Test func `a member's messages are taken in up to the bytes of a day, and more as time passes`() throws {
        let (budget, membership) = (budget, try membership())
        #expect(try fill(budget, by: ben, membership) == Self.bytesPerDay / Self.cost + 1)
        #expect(try fill(budget, by: ben, membership) == 0)
        time.advance(by: .seconds(6 * 60 * 60))
        #expect(try (249...250).contains(fill(budget, by: ben, membership)))
        time.advance(by: .seconds(7 * 24 * 60 * 60))
        #expect(try fill(budget, by: ben, membership) == Self.bytesPerDay / Self.cost + 1)
    }

    @Test func `whoever is invited pays from the account of the inviter, and leaves it a twentieth`() throws {
        let (budget, membership) = (budget, try membership())
        #expect(try fill(budget, by: mallory, membership) == 950)
        #expect(try fill(budget, by: ben, membership) == 50)
        // The founder's account pays only for the founder.
        #expect(try fill(budget, by: Sample.founder, membership) == 1000)
    }

    @Test func `keys below a key get no more together than this key alone`() throws {
        let budget = budget
        var membership = try membership()
        var taken = 0
        for number in 10..<26 as Range<UInt8> {
            let key = SigningKey()
            membership.add(try admission(number, of: key, by: mallory, under: 2))
            taken += try fill(budget, by: key, membership)
        }
        #expect((900...925).contains(taken), "\(taken)")
        #expect(try fill(budget, by: mallory, membership) == 950 - taken)
        #expect(try fill(budget, by: ben, membership) == 50)
    }

    @Test func `a flooding key silences neither the keys above it nor those beside it`() throws {
        let budget = budget
        var membership = try membership()
        let (below, sibling, other) = (SigningKey(), SigningKey(), SigningKey())
        membership.add(try admission(10, of: below, by: mallory, under: 2))
        membership.add(try admission(11, of: sibling, by: mallory, under: 2))
        membership.add(try admission(12, of: other, by: ben, under: 1))
        for kind in [IntakeBudget.Kind.text, .statement] {
            _ = try fill(budget, by: below, membership, kind: kind)
            for key in [mallory, ben, sibling, other] {
                #expect(budget.hasRoom(budget.payers(for: key.publicKey, from: peer, in: membership), kind))
            }
        }
        // All of them together get what Ben alone would.
        var taken = 900
        for key in [below, sibling, other, mallory, ben] { taken += try fill(budget, by: key, membership) }
        #expect((995...1005).contains(taken), "\(taken)")
    }

    @Test func `a member gets no more by inviting keys and removing them`() throws {
        let budget = budget
        var membership = try membership()
        var taken = 0
        for number in 20..<120 as Range<UInt8> {
            let key = SigningKey()
            membership.add(try admission(number, of: key, by: mallory, under: 2))
            taken += try fill(budget, by: key, membership)
            membership.add(
                .removal(
                    Removal(digest: try digest(number + 100), author: mallory.publicKey, of: try digest(number))))
            taken += try fill(budget, by: key, membership)
        }
        #expect((900...950).contains(taken), "\(taken)")
        #expect(budget.hasRoom(budget.payers(for: ben.publicKey, from: peer, in: membership), .text))
    }

    @Test func `statements are paid from an account of their own`() throws {
        let (budget, membership) = (budget, try membership())
        _ = try fill(budget, by: mallory, membership)
        let statements = try fill(budget, by: mallory, membership, kind: .statement)
        #expect((2500...3500).contains(statements))
        #expect(try (120...200).contains(fill(budget, by: ben, membership, kind: .statement)))
        #expect(try fill(budget, by: mallory, membership, kind: .statement) == 0)
    }

    @Test func `former members and all keys below them share a tenth`() throws {
        let budget = budget
        var membership = try membership()
        membership.add(try admission(3, of: eva, by: mallory, under: 2))
        membership.add(
            .removal(Removal(digest: try digest(8), author: ben.publicKey, of: try digest(2))))
        #expect(membership.hasEnded(mallory.publicKey) && membership.hasEnded(eva.publicKey))
        #expect(try fill(budget, by: eva, membership) == 100)
        #expect(try fill(budget, by: mallory, membership) == 0)
        // They pay from the accounts above, too.
        #expect(try fill(budget, by: ben, membership) == 900)
    }

    @Test func `an admission by a flooding member does not make another member wait`() throws {
        let budget = budget
        var membership = try membership()
        membership.add(try admission(4, of: eva, by: Sample.founder, under: nil))
        membership.add(try admission(5, of: ben, by: eva, under: 4))
        // Eva is flooding, and so is whoever else she has admitted.
        #expect(try fill(budget, by: eva, membership) == 1000)
        #expect(try fill(budget, by: ben, membership) == 1000)
    }

    @Test func `a node of no group takes in the same of each peer, whatever the origins are`() throws {
        let budget = budget
        #expect(try fill(budget, by: ben, nil) == 1000)
        #expect(try fill(budget, by: eva, nil) == 0)
        #expect(budget.hasRoom(budget.payers(for: eva.publicKey, from: PeerID("other")!, in: nil), .text))
    }

    // MARK: The store

    private func withStore(_ body: (ChatStore) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        var options = StoreOptions(folder: folder.path, mapSizeBytes: 64 << 20, time: time)
        options.memberBytesPerDay = 100_000
        let store = try ChatStore(options)
        try await store.enterGroup(of: Sample.founder)
        try await receive([.admission(of: ben.publicKey), .admission(of: eva.publicKey)], store)
        try await body(store)
        try expectSound(store)
        await store.close()
    }

    @discardableResult
    private func receive(
        _ messages: [VerifiedMessage], _ store: ChatStore, settling: Settling? = nil, isHistory: Bool = false
    ) async throws -> Applied {
        var page = JudgedPage(verdicts: messages.map { .good($0) }, settling: settling)
        page.isHistory = isHistory
        return try await store.apply(page, from: peer)
    }

    /// Receives new texts of an author, and returns how many of them were stored.
    private func stored(
        _ count: Int, by author: SigningKey, _ store: ChatStore, settling: Settling? = nil, isHistory: Bool = false
    ) async throws -> Int {
        try await receive(texts(count, by: author), store, settling: settling, isHistory: isHistory).stored
    }

    private func texts(_ count: Int, by key: SigningKey) throws -> [VerifiedMessage] {
        try (0..<count).map { _ in try VerifiedMessage(verifying: text(by: key)) }
    }

    private func forward(from start: LogPosition = .start, to end: UInt64) throws -> Settling {
        .forward(after: start, wants: [], end: try Sample.position(end), passing: [])
    }

    @Test func `messages without room wait behind nobody, and the log is read again from before them`() async throws {
        try await withStore { store in
            let flood = try texts(20, by: ben)
            let other = try texts(1, by: eva)
            let applied = try await receive(flood + other, store, settling: forward(to: 21))
            // The account of 100,000 bytes may be overdrawn by one message.
            #expect(applied.stored == 11 && applied.waiting.count == 10)
            #expect(
                applied.waiting
                    == Dictionary(uniqueKeysWithValues: flood[10...].map { ($0.message.digest, ben.publicKey) }))
            #expect(applied.cursors.settled.id == Sample.id(21))
            // This node does not claim to have them.
            #expect(applied.claim.settled == .start)
            let rows = try store.exceptions(of: peer)
            #expect(rows.map(\.reason) == [.waiting] && rows[0].last == Sample.id(21))
            #expect(store.waiting == [ben.publicKey: 10])
            #expect(try store.spent([ben.publicKey, eva.publicKey], from: peer) == [ben.publicKey])

            // A later part of the log makes no further row.
            let more = try await receive(
                texts(1, by: ben) + texts(1, by: eva), store, settling: forward(from: Sample.position(21), to: 23))
            #expect(more.stored == 1 && more.waiting.count == 1)
            #expect(try store.exceptions(of: peer).map(\.last) == [Sample.id(23)])

            // A message that is stored does not wait when it comes again.
            let again = try await receive([flood[0]], store)
            #expect(again.known == 1)

            time.advance(by: .seconds(24 * 60 * 60))
            let back = JudgedPage(settling: .back(to: .start, isOtherLog: false))
            _ = try await store.apply(back, from: peer)
            #expect(store.waiting.isEmpty)
            let rest = try await receive(flood, store, settling: forward(to: 20))
            #expect(rest.stored == 10)
            #expect(try store.exceptions(of: peer).isEmpty)
        }
    }

    @Test func `a key that is admitted on the page of its messages pays from its own account`() async throws {
        try await withStore { store in
            var stored = 0
            for _ in 0..<5 {
                let key = SigningKey()
                let fields = try Fields(
                    [
                        Sample.field("user", "ben"), Sample.field("admits", "\(key.publicKey)"),
                        Sample.field("under", "\(VerifiedMessage.admission(of: ben.publicKey).message.digest)"),
                    ], salt: Sample.salt)
                let admission = try VerifiedMessage(
                    fields, of: Sample.group, at: Sample.stamp, nonce: .random(), signing: ben)
                stored += try await receive([admission] + texts(20, by: key), store).stored - 1
            }
            #expect((9...11).contains(stored), "\(stored)")
        }
    }

    @Test func `an absent message before messages that wait does not take their place`() async throws {
        try await withStore { store in
            let absent = try texts(1, by: eva)[0].message.digest
            let want = UnsettledMessage(after: .start, absent, needsValues: false)
            let settling = Settling.forward(after: .start, wants: [want], end: try Sample.position(21), passing: [])
            let applied = try await receive(texts(20, by: ben), store, settling: settling)
            #expect(applied.cursors.settled == .start && applied.waiting.count == 10)
            var page = JudgedPage(
                settling: .forward(after: .start, wants: [], end: try Sample.position(21), passing: []))
            page.exceptions = [
                PeerException(after: .start, through: Sample.id(1), absent, .absent, since: UnixTime(milliseconds: 1))
            ]
            let later = try await store.apply(page, from: peer)
            #expect(later.cursors.settled.id == Sample.id(21))
            #expect(try store.exceptions(of: peer).map(\.reason) == [.waiting])
            #expect(later.claim.settled == .start)
        }
    }

    @Test func `history and the node's own messages are not counted`() async throws {
        try await withStore { store in
            let end = try forward(to: 30)
            #expect(try await stored(30, by: ben, store, settling: end, isHistory: true) == 30)
            #expect(try await stored(30, by: store.key, store) == 30)
            #expect(try await stored(20, by: ben, store) == 10)
        }
    }

    @Test func `a person lets in the bytes of another day`() async throws {
        try await withStore { store in
            #expect(try await stored(20, by: ben, store) == 10)
            let seen = store.lettingIn.count
            try store.letIn(ben.publicKey)
            #expect(store.lettingIn.count == seen + 1)
            #expect(try await stored(20, by: ben, store) == 10)
        }
    }

    @Test func `the removal of a flooding member is stored at once`() async throws {
        try await withStore { store in
            let fields = try Fields(
                [
                    Sample.field("user", "anna"),
                    Sample.field("removes", "\(VerifiedMessage.admission(of: ben.publicKey).message.digest)"),
                ],
                salt: Sample.salt)
            let removal = try VerifiedMessage(
                fields, of: Sample.group, at: Sample.stamp, nonce: .random(), signing: Sample.founder)
            let applied = try await receive(texts(20, by: ben) + [removal], store)
            #expect(applied.stored == 11)
            #expect(try store.membership()?.isMember(ben.publicKey) == false)
            // A former member has a tenth.
            #expect(try await stored(20, by: ben, store) == 1)
        }
    }
}
