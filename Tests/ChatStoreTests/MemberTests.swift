import ChatModel
import LMDB
import TestSupport
import Testing

@testable import ChatStore

/// The other members of the group as peers, their address records, and their introductions.
@Suite(.timeLimit(.minutes(10))) struct MemberTests {
    private let ben = SigningKey()
    private let eva = SigningKey()
    private let places = [HostPort(host: "192.168.1.7", port: 7411), HostPort(host: "ben.example", port: 7411)]

    private func message(
        _ name: String, _ value: String, by author: SigningKey, at stamp: Stamp = Sample.stamp, nonce: UInt8 = 1
    ) throws -> VerifiedMessage {
        let fields = try [Sample.field("user", "ben's laptop"), Sample.field(name, value)]
        return try VerifiedMessage(
            Fields(fields, salt: Sample.salt), of: Sample.group, at: stamp, nonce: Nonce(bytes: nonce...nonce + 7),
            signing: author)
    }

    /// Returns the admission of a key below that of its author.
    private func admission(
        of key: PublicKey, by author: SigningKey, under above: VerifiedMessage, nonce: UInt8 = 1
    ) throws -> VerifiedMessage {
        let fields = try [
            Sample.field("user", "ben"), Sample.field("admits", "\(key)"),
            Sample.field("under", "\(above.message.digest)"),
        ]
        return try VerifiedMessage(
            Fields(fields, salt: Sample.salt), of: above.message.group, at: Sample.stamp,
            nonce: Nonce(bytes: nonce...nonce + 7), signing: author)
    }

    private func standings(_ store: ChatStore) throws -> [PublicKey: Standing] {
        try store.standings(of: store.pairedPeers().map(\.key))
    }

    private func receive(_ messages: [VerifiedMessage], _ store: ChatStore) async throws {
        _ = try await store.apply(JudgedPage(verdicts: messages.map { .good($0) }), from: PeerID(of: eva.publicKey))
    }

    // MARK: Messages

    @Test func `readers are told which messages came after the removal of the origin, or of one above it`() async throws
    {
        try await withStore(founder: Sample.founder) { store in
            func text(_ text: String, by author: SigningKey) async throws {
                try await receive([message("text", text, by: author, nonce: UInt8(text.utf8.count))], store)
            }
            let cara = SigningKey()
            let first = try VerifiedMessage.admission(of: ben.publicKey)
            try await receive([first, admission(of: eva.publicKey, by: ben, under: first)], store)
            try await text("b", by: ben)
            try await text("ev", by: eva)
            try await receive([message("removes", "\(first.message.digest)", by: Sample.founder)], store)
            try await text("ben", by: ben)
            // Cara was never a member that counts: Ben admits it after its removal.
            try await receive([admission(of: cara.publicKey, by: ben, under: first, nonce: 9)], store)
            try await text("cara", by: cara)
            try await text("hello", by: Sample.founder)
            func former() throws -> [String] {
                let slice = try store.read(LogQuery(.messages, room: .main, range: .newest, limit: 100))
                return zip(slice.records, slice.messages).compactMap { record, message in
                    record.isOfFormer ? message.fields[.text]?.description : nil
                }
            }
            #expect(try former() == ["ben", "cara"])
            // A person keeps Ben on this node.
            #expect(try await store.change(ben.publicKey, .keep, as: FieldValue("anna")) != .unknown)
            #expect(try former() == ["cara"])
        }
    }

    @Test func `readers are told since when the node is a member`() async throws {
        func since(_ store: ChatStore, _ contents: LogQuery.Contents) throws -> Stamp? {
            try store.read(LogQuery(contents, room: .main, range: .newest, limit: 1)).memberSince
        }
        try await withStore { store in
            let before = try since(store, .messages)
            #expect(before == nil)
        }
        try await withStore(founder: Sample.founder) { store in
            let admission = try VerifiedMessage.admission(of: store.key.publicKey)
            #expect(try since(store, .messages) == admission.message.stamp)
            #expect(try since(store, .texts) == nil)
        }
    }

    // MARK: Peers

    @Test func `each other member is a peer until its membership ends, and again when it is admitted again`()
        async throws
    {
        try await withStore(founder: Sample.founder) { store in
            let founder = Sample.founder.publicKey
            let first = try VerifiedMessage.admission(of: ben.publicKey)
            let below = try admission(of: eva.publicKey, by: ben, under: first)
            #expect(try store.pairedPeers().map(\.key) == [founder])
            let seen = store.peerChanges.count
            try await receive([below], store)
            try await receive([first], store)
            #expect(store.peerChanges.count > seen)
            #expect(
                try Set(store.pairedPeers().filter(\.isLinked).map(\.key)) == [founder, ben.publicKey, eva.publicKey])
            let joined = try store.pairedPeers().first { $0.key == eva.publicKey }
            #expect(joined?.since == Sample.stamp.time)

            try await receive([message("removes", "\(first.message.digest)", by: Sample.founder)], store)
            #expect(try store.pairedPeers().filter(\.isLinked).map(\.key) == [founder])
            #expect(
                try Set(store.pairedPeers().filter { $0.state == .removed }.map(\.key)) == [
                    ben.publicKey, eva.publicKey,
                ])
            let again = try message("admits", "\(ben.publicKey)", by: Sample.founder, nonce: 9)
            try await receive([again], store)
            #expect(try Set(store.pairedPeers().filter(\.isLinked).map(\.key)) == [founder, ben.publicKey])
        }
    }

    @Test func `an owner's decision outranks admissions, and a removal outranks it`() async throws {
        try await withStore(founder: Sample.founder) { store in
            let admission = try VerifiedMessage.admission(of: ben.publicKey)
            try await receive([admission], store)
            func state() throws -> PairedPeer.State? {
                try store.pairedPeers().first { $0.key == ben.publicKey }?.state
            }
            _ = try await store.change(ben.publicKey, .pause)
            #expect(try state() == .paused)
            _ = try await store.change(ben.publicKey, .resume)
            _ = try await store.change(ben.publicKey, .remove())
            try await receive([message("admits", "\(ben.publicKey)", by: Sample.founder, nonce: 9)], store)
            #expect(try state() == .removed)
        }
        try await withStore(founder: Sample.founder) { store in
            let admission = try VerifiedMessage.admission(of: ben.publicKey)
            try await receive([admission], store)
            _ = try await store.change(ben.publicKey, .rename("Ben"))
            try await receive([message("removes", "\(admission.message.digest)", by: Sample.founder)], store)
            #expect(try store.pairedPeers().first { $0.key == ben.publicKey }?.state == .removed)
        }
    }

    @Test func `a removal ends the memberships below the node that removes, and no others`() async throws {
        try await withStore(founder: Sample.founder) { store in
            let above = try VerifiedMessage.admission(of: ben.publicKey)
            let below = try admission(of: eva.publicKey, by: ben, under: above)
            try await receive([above, below], store)
            // The founder has invited both this node and Ben.
            _ = try await store.change(ben.publicKey, .remove())
            #expect(try store.membership()?.isMember(ben.publicKey) == true)
            #expect(try store.pairedPeers().first { $0.key == ben.publicKey }?.state == .removed)

            let own = try #require(try store.introduction(of: store.key.publicKey, isAlone: true).first)
            let invited = SigningKey()
            let fields = try [
                Sample.field("user", "anna"), Sample.field("admits", "\(invited.publicKey)"),
                Sample.field("under", "\(own)"),
            ]
            let admission = try VerifiedMessage(
                Fields(fields, salt: Sample.salt), of: Sample.group, at: Sample.stamp, nonce: Nonce(bytes: 1...8),
                signing: store.key)
            let deeper = try self.admission(of: SigningKey().publicKey, by: invited, under: admission)
            try await receive([admission, deeper], store)
            _ = try await store.change(invited.publicKey, .remove())
            let members = try store.membership()?.members
            #expect(members == [Sample.founder.publicKey, store.key.publicKey, ben.publicKey, eva.publicKey])
            let removals = try store.wholeLog().messages.filter { $0.fields[.removes] != nil }
            #expect(removals.map(\.origin) == [store.key.publicKey])
        }
        // The founder ends each.
        try await withStore { store in
            try await store.enterGroup(of: store.key)
            let above = try VerifiedMessage.admission(of: ben.publicKey, by: store.key)
            try await receive([above], store)
            _ = try await store.change(ben.publicKey, .remove())
            #expect(try store.membership()?.members == [store.key.publicKey])
        }
    }

    @Test func `a removal says who else goes, and those who stay are invited by the node that removes`() async throws {
        try await withStore { store in
            try await store.enterGroup(of: store.key)
            let (dan, own) = (SigningKey(), store.key.publicKey)
            let above = try VerifiedMessage.admission(of: ben.publicKey, by: store.key)
            let below = try admission(of: eva.publicKey, by: ben, under: above)
            let deepest = try admission(of: dan.publicKey, by: eva, under: below)
            try await receive([above, below, deepest], store)
            let before = try standings(store)
            #expect(before[ben.publicKey]?.losses == [ben.publicKey, eva.publicKey, dan.publicKey])
            #expect(before[eva.publicKey]?.losses == [eva.publicKey, dan.publicKey])
            #expect(before[eva.publicKey]?.admission?.author == ben.publicKey)
            #expect(before[own] == Standing(admission: nil))

            // Somebody who does not go cannot stay twice.
            let stranger = SigningKey().publicKey
            _ = try await store.change(ben.publicKey, .remove(staying: [eva.publicKey, stranger, ben.publicKey]))
            #expect(try store.membership()?.members == [own, eva.publicKey])
            let after = try standings(store)
            #expect(after[eva.publicKey]?.admission?.author == own)
            let end = try #require(after[ben.publicKey]?.end)
            #expect(end.author == own)
            #expect(try end.removal == store.wholeLog().digests.last)
            #expect(after[dan.publicKey]?.end == end)
            #expect(after[dan.publicKey]?.admission?.author == eva.publicKey)
        }
    }

    @Test func `neither a later removal nor the removed member changes who has removed it`() async throws {
        try await withStore(founder: Sample.founder) { store in
            let first = try VerifiedMessage.admission(of: ben.publicKey)
            let below = try admission(of: eva.publicKey, by: ben, under: first)
            try await receive([first, below, message("removes", "\(below.message.digest)", by: ben)], store)
            let end = try #require(try standings(store)[eva.publicKey]?.end)
            #expect(end.author == ben.publicKey)
            try await receive(
                [
                    message("removes", "\(below.message.digest)", by: eva, nonce: 2),
                    message("removes", "\(first.message.digest)", by: Sample.founder, nonce: 4),
                ], store)
            // A former member admits it.
            try await receive([admission(of: eva.publicKey, by: ben, under: first, nonce: 5)], store)
            #expect(try standings(store)[eva.publicKey]?.end == end)
            #expect(try store.pairedPeers().first { $0.key == eva.publicKey }?.since == end.arrival)
        }
    }

    @Test func `a person keeps a removed member until it is removed once more`() async throws {
        let time = ManualTime()
        try await withStore(founder: Sample.founder, time: time) { store in
            let admission = try VerifiedMessage.admission(of: ben.publicKey)
            try await receive([admission], store)
            func isLinked() throws -> Bool? { try store.pairedPeers().first { $0.key == ben.publicKey }?.isLinked }
            #expect(try await store.change(ben.publicKey, .keep) == nil)
            try await receive([message("removes", "\(admission.message.digest)", by: Sample.founder)], store)
            #expect(try isLinked() == false)
            #expect(try await store.change(ben.publicKey, .pause) == nil)
            #expect(try await store.change(ben.publicKey, .keep)?.isLinked == true)
            #expect(try isLinked() == true)

            // Its next membership ends as any other.
            let again = try message("admits", "\(ben.publicKey)", by: Sample.founder, nonce: 9)
            try await receive([again], store)
            #expect(try isLinked() == true)
            time.set(time.wall.milliseconds + 1000)
            try await receive([message("removes", "\(again.message.digest)", by: Sample.founder, nonce: 10)], store)
            #expect(try isLinked() == false)
            #expect(try await store.change(ben.publicKey, .keep)?.isLinked == true)
            // A person removes it here.
            #expect(try await store.change(ben.publicKey, .remove())?.state == .removed)
            #expect(try isLinked() == false)
        }
    }

    @Test func `a removed member is not kept beyond 64 peers`() async throws {
        try await withStore(founder: Sample.founder) { store in
            let admission = try VerifiedMessage.admission(of: ben.publicKey)
            try await receive(
                [admission, message("removes", "\(admission.message.digest)", by: Sample.founder)], store)
            try await receive((0..<63).map { _ in try .admission(of: SigningKey().publicKey) }, store)
            #expect(try await store.change(ben.publicKey, .keep, as: FieldValue("anna")) == .tooManyPeers)
        }
    }

    @Test func `whoever leaves is no member any more and can admit nobody, and a founder cannot leave`() async throws {
        let name = try FieldValue("anna")
        try await withStore(founder: Sample.founder) { store in
            let (own, process) = (store.key.publicKey, Instance.random())
            let hash = InvitationSecret.random().hash
            _ = try await store.invite(hash, for: .seconds(60), uses: 2, process: process)
            _ = try await store.redeem(
                hash, in: Sample.group, by: ben.publicKey, named: "ben", at: [], as: name, process: process)
            #expect(try await store.leave(as: name) == .left)
            #expect(try store.membership()?.members == [Sample.founder.publicKey, ben.publicKey])
            #expect(try standings(store)[own]?.end?.author == own)
            #expect(try await store.leave(as: name) == .notMember)
            #expect(try await store.invite(hash, for: .seconds(60), uses: 1, process: process) == .notMember)
            #expect(
                try await store.redeem(
                    hash, in: Sample.group, by: eva.publicKey, named: "eva", at: [], as: name, process: process)
                    == .refused(.void))
        }
        try await withStore { store in
            #expect(try await store.leave(as: name) == .notMember)
            try await store.enterGroup(of: store.key)
            #expect(try await store.leave(as: name) == .isFounder)
        }
    }

    @Test func `a node removes neither itself with another one nor, when it has left, anybody for all`() async throws {
        let name = try FieldValue("anna")
        try await withStore(founder: Sample.founder) { store in
            let (own, process, hash) = (store.key.publicKey, Instance.random(), InvitationSecret.random().hash)
            _ = try await store.invite(hash, for: .seconds(60), uses: 2, process: process)
            for key in [ben.publicKey, eva.publicKey] {
                _ = try await store.redeem(
                    hash, in: Sample.group, by: key, named: "", at: [], as: name, process: process)
            }
            _ = try await store.leave(as: name)
            #expect(try await store.change(ben.publicKey, .remove(), as: name) != .unknown)
            #expect(try store.membership()?.members == [Sample.founder.publicKey, ben.publicKey, eva.publicKey])
            // Eva invites this node again, so that it is a member through Eva alone.
            let below = try #require(try store.membership()?.admissions(of: eva.publicKey).first)
            let fields = try [
                Sample.field("user", "eva"), Sample.field("admits", "\(own)"), Sample.field("under", "\(below.digest)"),
            ]
            let again = try VerifiedMessage(
                Fields(fields, salt: Sample.salt), of: Sample.group, at: Sample.stamp, nonce: Nonce(bytes: 1...8),
                signing: eva)
            try await receive([again], store)
            #expect(try store.membership()?.isMember(own) == true)
            #expect(try await store.change(eva.publicKey, .remove(), as: name) == .wouldEndOwn)
            #expect(try store.membership()?.isMember(own) == true)
        }
    }

    @Test func `the founder is a peer since this node came`() async throws {
        try await withStore { store in
            let first = try VerifiedMessage.admission(of: ben.publicKey)
            let own = try admission(of: store.key.publicKey, by: ben, under: first)
            _ = try await store.join(
                Sample.group, [first, own], by: ben.publicKey, named: "ben", at: [], carriesMessages: false)
            let founder = try store.pairedPeers().first { $0.key == Sample.founder.publicKey }
            #expect(founder?.since == Sample.stamp.time)
        }
    }

    @Test func `a refused node learns its removal, and stores nothing else that it is shown`() async throws {
        try await withStore(founder: Sample.founder) { store in
            let own = store.key.publicKey
            let admission = try #require(try store.membership()?.admissions(of: own).first).digest
            let shown = try store.wholeLog().messages
            let removal = try message("removes", "\(admission)", by: Sample.founder)
            let forged = try message("removes", "\(admission)", by: ben)
            let text = try message("text", "hello", by: Sample.founder, nonce: 2)
            let count = try store.messageCount()
            for answer in [[], [forged], [text], Array(repeating: removal, count: 17)] {
                #expect(try await !store.learnEnd(from: answer.map(\.message)))
            }
            #expect(try store.messageCount() == count && store.removals(of: own, showing: shown).isEmpty)
            #expect(try await store.learnEnd(from: [text, removal].map(\.message)))
            #expect(try store.messageCount() == count + 1)
            #expect(try store.removals(of: own, showing: shown) == [removal.message.digest])
            #expect(try standings(store)[own]?.end?.author == Sample.founder.publicKey)
            #expect(try await !store.learnEnd(from: [removal.message]))
        }
    }

    @Test func `a node that shows its admission for the first time learns the removal of who has invited it`()
        async throws
    {
        try await withStore(founder: Sample.founder) { store in
            let first = try VerifiedMessage.admission(of: ben.publicKey)
            let removal = try message("removes", "\(first.message.digest)", by: Sample.founder)
            try await receive([first, removal], store)
            let below = try admission(of: eva.publicKey, by: ben, under: first)
            #expect(
                try store.removals(of: eva.publicKey, showing: [first, below].map(\.message)) == [
                    removal.message.digest
                ])
            #expect(try store.removals(of: eva.publicKey, showing: [below.message]).isEmpty)
            let stranger = SigningKey()
            let forged = try admission(of: stranger.publicKey, by: stranger, under: first)
            #expect(try store.removals(of: stranger.publicKey, showing: [first, forged].map(\.message)).isEmpty)
        }
    }

    @Test func `a member with a damaged record is no peer`() async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        try await store.enterGroup()
        try await receive([.admission(of: ben.publicKey)], store)
        _ = try await store.change(ben.publicKey, .remove())
        try store.database.inspect { environment, _, tables in
            try environment.write { try tables.pairing.peers.put(ben.publicKey.bytes, [1, 2, 3], in: &$0) }
        }
        #expect(try !store.pairedPeers().map(\.key).contains(ben.publicKey))
        await store.close()
    }

    @Test func `at most 64 members are peers, and those that the store has stay`() async throws {
        try await withStore(founder: Sample.founder) { store in
            let keys = (0..<70).map { _ in SigningKey().publicKey }
            let last = try #require(keys.max())
            try await receive([.admission(of: last)], store)
            _ = try await store.change(last, .rename("last"))
            try await receive(keys.map { try .admission(of: $0) }, store)
            let peers = try store.pairedPeers()
            #expect(peers.count == PairedPeer.maximumCount)
            #expect(peers.contains { $0.key == last })
            // Whoever joins learns that it is a member itself.
            for key in keys {
                let admission = try VerifiedMessage.admission(of: key).message.digest
                #expect(try store.introduction(of: key, isAlone: false).first == admission)
            }
        }
    }

    @Test func `of those that one member has invited, the first 16 are peers`() async throws {
        try await withStore(founder: Sample.founder) { store in
            let above = try VerifiedMessage.admission(of: ben.publicKey)
            let invited = (0..<20).map { _ in SigningKey().publicKey }
            try await receive([above] + invited.map { try admission(of: $0, by: ben, under: above) }, store)
            try await receive([.admission(of: eva.publicKey)], store)
            #expect(
                try Set(store.pairedPeers().map(\.key))
                    == Set(invited.prefix(16) + [ben.publicKey, eva.publicKey, Sample.founder.publicKey]))
        }
    }

    @Test func `a peer of an earlier group is none of a group that it is no member of`() async throws {
        try await withStore { store in
            let hash = InvitationSecret.random().hash
            _ = try await store.invite(hash, for: .seconds(60), uses: 1, process: .random())
            try store.database.inspect { environment, _, tables in
                try environment.write {
                    let former = PairedPeer(
                        key: eva.publicKey, name: "eva", since: UnixTime(milliseconds: 1), places: [], invitation: nil)
                    try tables.pairing.put(former, in: &$0)
                }
            }
            #expect(try store.pairedPeers().map(\.isLinked) == [true])
            try await store.enterGroup()
            #expect(try store.pairedPeers().filter(\.isLinked).map(\.key) == [Sample.founder.publicKey])
        }
    }

    // MARK: Addresses

    @Test(arguments: [false, true])
    func `the newest address record of a member counts, in any order of arrival`(isReversed: Bool) async throws {
        try await withStore(founder: Sample.founder) { store in
            let old = try message("places", "1 10.0.0.1:7411", by: ben)
            // Its clock was ahead when the node wrote the first one.
            let later = Stamp(rawValue: Sample.stamp.rawValue - 1)
            let new = try message(
                "places", "2 192.168.1.7:7411,ben.example:7411,-,noport,[fd00::1]:0", by: ben, at: later)
            try await receive([.admission(of: ben.publicKey)], store)
            for message in isReversed ? [new, old] : [old, new] { try await receive([message], store) }
            let peer = try #require(try store.pairedPeers().first { $0.key == ben.publicKey })
            #expect(peer.places == places)
            #expect(peer.name == "ben's laptop")
            // The address that this node has seen last comes first, and each only once.
            let seen = (0..<16).map { HostPort(host: "10.0.0.\($0)", port: 7411) }
            try await store.setPlaces(seen, of: ben.publicKey)
            #expect(
                try store.pairedPeers().first { $0.key == ben.publicKey }?.places
                    == seen.prefix(1) + places + seen[1..<14])
        }
    }

    @Test func `a node writes an address record when its addresses or its name have changed`() async throws {
        let name = try FieldValue("anna")
        try await withStore { store in
            #expect(try await !store.announce(places, as: name))
            #expect(try store.messageCount() == 0)
            try await store.enterGroup()
            for places in [places, places, [], []] { #expect(try await store.announce(places, as: name)) }
            let records = try store.wholeLog().messages.compactMap(AddressRecord.init)
            #expect(records.map(\.places) == [places, []])
            #expect(records.map(\.origin) == [store.key.publicKey, store.key.publicKey])
            #expect(try await store.announce([], as: FieldValue("other")))
            #expect(try store.wholeLog().messages.compactMap(AddressRecord.init).last?.name == "other")
            // Longer together than a kept value can be.
            let long = (0..<8).map { HostPort(host: "2001:db8:1234:5678:9abc:def0:1234:\(1000 + $0)", port: 57411) }
            #expect(try await store.announce(long, as: name))
            let last = try #require(store.wholeLog().messages.compactMap(AddressRecord.init).last)
            #expect(last.places == long && last.version.number == 4)
        }
    }

    // MARK: Introductions

    @Test func `an introduction stores the admissions and addresses of the new member only`() async throws {
        try await withStore(founder: Sample.founder) { store in
            let first = try VerifiedMessage.admission(of: ben.publicKey)
            let below = try admission(of: eva.publicKey, by: ben, under: first)
            let addresses = try message("places", "1 10.0.0.1:7411", by: eva)
            let text = try message("text", "hello", by: eva)
            let others = try message("places", "1 10.0.0.2:7411", by: ben)
            let stranger = SigningKey()
            let count = try store.messageCount()
            for cut in [[], [below], [first], [first, text]] {
                #expect(try await !store.introduce(eva.publicKey, by: cut.map(\.message)))
            }
            #expect(try await !store.introduce(stranger.publicKey, by: [first, below].map(\.message)))
            let invented = try admission(of: stranger.publicKey, by: stranger, under: below)
            #expect(try await !store.introduce(stranger.publicKey, by: [first, below, invented].map(\.message)))
            #expect(try store.messageCount() == count)

            #expect(
                try await store.introduce(eva.publicKey, by: [text, addresses, others, below, first].map(\.message)))
            let taken = try Set(store.wholeLog().digests.suffix(3))
            #expect(taken == Set([first, below, addresses].map(\.message.digest)))
            #expect(try store.messageCount() == count + 3)
            #expect(
                try store.introduction(of: eva.publicKey, isAlone: true)
                    == [first, below, addresses].map(\.message.digest))
            let peer = try store.pairedPeers().first { $0.key == eva.publicKey }
            #expect(peer?.isLinked == true && peer?.places == [HostPort(host: "10.0.0.1", port: 7411)])

            // A peer needs no introduction, and a paused one gets none.
            let newer = try message("places", "2 10.0.0.3:7411", by: eva)
            let introduction = [first, below, newer].map(\.message)
            #expect(try await store.introduce(eva.publicKey, by: introduction))
            _ = try await store.change(eva.publicKey, .pause)
            #expect(try await !store.introduce(eva.publicKey, by: introduction))
            #expect(try store.messageCount() == count + 3)

            // The chain that is nearest to the founder has ended here, and the other one counts.
            let dan = SigningKey()
            let ended = try VerifiedMessage.admission(of: dan.publicKey)
            let other = try admission(of: dan.publicKey, by: ben, under: first)
            let removal = try message("removes", "\(ended.message.digest)", by: Sample.founder, nonce: 2)
            try await receive([ended, removal], store)
            #expect(try await store.introduce(dan.publicKey, by: [ended, first, other].map(\.message)))

            // Neither can whoever was removed.
            try await receive([message("removes", "\(first.message.digest)", by: Sample.founder)], store)
            #expect(try await !store.introduce(eva.publicKey, by: [first, below].map(\.message)))
        }
        try await withStore { store in
            let admission = try VerifiedMessage.admission(of: ben.publicKey)
            #expect(try await !store.introduce(ben.publicKey, by: [admission].map(\.message)))
        }
    }
}
