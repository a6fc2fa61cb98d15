import ChatModel
import Foundation
import LMDB
import TestSupport
import Testing

@testable import ChatStore

/// Invitations and paired peers in the store.
@Suite(.timeLimit(.minutes(10))) struct PairingTests {
    private static let noon = UnixTime(milliseconds: 1_795_262_400_000)
    private let secret = InvitationSecret.random()
    private let process = Instance.random()
    private let ben = SigningKey().publicKey
    private let eva = SigningKey().publicKey
    private let places = [HostPort(host: "192.168.1.7", port: 7411), HostPort(host: "fd00::7", port: 7411)]

    /// A data folder, and the clocks of the stores in it.
    private struct Data: ~Copyable {
        let folder: TemporaryFolder
        let time = ManualTime(wall: PairingTests.noon.milliseconds)

        init() throws { folder = try TemporaryFolder() }

        var path: String { folder.path + "/data" }

        func open() throws -> ChatStore {
            try ChatStore(StoreOptions(folder: path, mapSizeBytes: 16 << 20, time: time))
        }

        func copy(_ name: String, to copy: String) throws {
            try FileManager.default.copyItem(atPath: path + "/" + name, toPath: folder.path + "/" + copy)
        }
    }

    private func invite(
        _ store: ChatStore, _ secret: InvitationSecret? = nil, for lifetime: Duration = .seconds(3600), uses: Int = 1
    ) async throws -> GroupID {
        let outcome = try await store.invite(
            (secret ?? self.secret).hash, for: lifetime, uses: uses, process: process)
        guard case .made(_, let group) = outcome else { throw UnexpectedOutcome(outcome) }
        return group
    }

    private func redeem(
        _ store: ChatStore, _ secret: InvitationSecret? = nil, in group: GroupID? = nil, by key: PublicKey,
        process: Instance? = nil
    ) async throws -> RedeemOutcome {
        let own = try store.group() == .none ? GroupID(founder: store.key.publicKey) : store.group()
        return try await store.redeem(
            (secret ?? self.secret).hash, in: group ?? own, by: key, named: "ben", at: places, as: FieldValue("anna"),
            process: process ?? self.process)
    }

    /// Lets a store enter a group by an admission of its founder.
    private func join(
        _ store: ChatStore, _ founder: SigningKey = Sample.founder, by key: PublicKey, carriesMessages: Bool = false
    ) async throws -> JoinOutcome {
        try await store.join(
            GroupID(founder: founder.publicKey),
            [store.key.publicKey, key].map { try .admission(of: $0, by: founder) },
            by: key, named: "ben", at: places, carriesMessages: carriesMessages)
    }

    private struct UnexpectedOutcome: Error {
        let outcome: InviteOutcome
        init(_ outcome: InviteOutcome) { self.outcome = outcome }
    }

    // MARK: Inviting

    @Test func `a node is in no group until the first node joins, and then the founder of its own`() async throws {
        let data = try Data()
        let store = try data.open()
        let group = try await invite(store)
        #expect(group == GroupID(founder: store.key.publicKey))
        #expect(try await invite(store, .random(), uses: 2) == group)
        #expect(try store.group() == .none)
        _ = try await redeem(store, by: ben)
        #expect(try store.founder() == store.key.publicKey)
        #expect(try await invite(store, .random()) == group)
        await store.close()
        let again = try data.open()
        #expect(try again.group() == group)
        #expect(try again.openInvitations(process: .random()) == 3)
        try expectSound(again)
        await again.close()
    }

    @Test func `whoever pairs with a member is admitted below it, once`() async throws {
        let first = try Data()
        let second = try Data()
        let (founder, member) = (try first.open(), try second.open())
        let (founderKey, memberKey) = (founder.key.publicKey, member.key.publicKey)
        _ = try await invite(founder)
        _ = try await redeem(founder, by: memberKey)
        _ = try await redeem(founder, by: memberKey)
        let admission = try #require(try founder.wholeLog().messages.first)
        #expect(try founder.messageCount() == 1)
        #expect(admission.fields[.admits] == (try FieldValue(memberKey.description)))
        #expect(admission.fields[.user] == (try FieldValue("anna")) && admission.fields[.under] == nil)

        #expect(try founder.introduction(of: memberKey, isAlone: true) == [admission.digest])
        let chain = [try VerifiedMessage(verifying: admission)]
        _ = try await member.join(
            founder.group(), chain, by: founderKey, named: "anna", at: places, carriesMessages: false)
        _ = try await invite(member)
        guard case .paired = try await redeem(member, by: ben) else {
            Issue.record("not paired")
            return
        }
        #expect(try member.wholeLog().messages.last?.fields[.under] == (try FieldValue("\(admission.digest)")))
        #expect(try member.membership()?.members == [founderKey, memberKey, ben])
        #expect(try member.introduction(of: ben, isAlone: true) == member.wholeLog().digests)
        #expect(try Set(member.introduction(of: memberKey, isAlone: false)) == Set(member.wholeLog().digests))
        #expect(
            try member.introduction(of: founderKey, isAlone: true).isEmpty
                && member.introduction(of: eva, isAlone: true).isEmpty)
        for store in [founder, member] {
            try expectSound(store)
            await store.close()
        }
    }

    @Test func `at most 16 invitations are open, and ended ones make room`() async throws {
        let data = try Data()
        let store = try data.open()
        for _ in 0..<StoredInvitation.maximumOpen { _ = try await invite(store, .random()) }
        #expect(
            try await store.invite(secret.hash, for: .seconds(60), uses: 1, process: process) == .tooManyInvitations)
        data.time.set(Self.noon.milliseconds + 3_600_000)
        data.time.advance(by: .seconds(3600))
        for _ in 0..<100 {
            _ = try await invite(store, .random())
            data.time.set(data.time.wall.milliseconds + 3_600_000)
            data.time.advance(by: .seconds(3600))
        }
        let count = try store.database.read { try $1.pairing.allInvitations(in: $0).count }
        #expect(count == StoredInvitation.maximumCount)
        await store.close()
    }

    // MARK: Redeeming

    @Test func `an invitation pairs as many nodes as it has uses, and a node that asks again costs none`() async throws
    {
        let data = try Data()
        let store = try data.open()
        let group = try await invite(store, uses: 2)
        guard case .paired(let peer, isNew: true) = try await redeem(store, by: ben) else {
            Issue.record("not paired")
            return
        }
        #expect(peer.isLinked && peer.places == places && peer.since == Self.noon && peer.invitation == secret.hash)
        #expect(try await redeem(store, by: ben) == .paired(peer, isNew: false))
        #expect(try store.openInvitations(process: process) == 1)
        guard case .paired(_, isNew: true) = try await redeem(store, by: eva) else {
            Issue.record("not paired")
            return
        }
        #expect(try await redeem(store, by: SigningKey().publicKey) == .refused(.usedUp))
        await store.close()
        let again = try data.open()
        #expect(try again.group() == group)
        #expect(try again.pairedPeers().map(\.key) == [ben, eva].sorted())
        #expect(try again.pairedPeers().first { $0.key == ben } == peer)
        try expectSound(again)
        await again.close()
    }

    @Test func `of two nodes that race for one use, one wins`() async throws {
        let data = try Data()
        let store = try data.open()
        for _ in 0..<20 {
            let secret = InvitationSecret.random()
            _ = try await invite(store, secret)
            let keys = (0..<4).map { _ in SigningKey().publicKey }
            let outcomes = try await withThrowingTaskGroup(of: RedeemOutcome.self) { tasks in
                for key in keys { tasks.addTask { try await self.redeem(store, secret, by: key) } }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { if case .paired = $0 { true } else { false } } == 1)
            #expect(outcomes.count { $0 == .refused(.usedUp) } == 3)
        }
        await store.close()
    }

    @Test func `a wrong secret and another group are refused`() async throws {
        let data = try Data()
        let store = try data.open()
        #expect(try await redeem(store, in: Sample.group, by: ben) == .refused(.otherGroup))
        #expect(try await redeem(store, in: GroupID.none, by: ben) == .refused(.otherGroup))
        _ = try await invite(store)
        #expect(try await redeem(store, .random(), by: ben) == .refused(.unknown))
        #expect(try await redeem(store, in: Sample.group, by: ben) == .refused(.otherGroup))
        #expect(try store.openInvitations(process: process) == 1)
        #expect(try store.pairedPeers().isEmpty)
        await store.close()
    }

    @Test func `at most 64 peers are paired`() async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store, uses: StoredInvitation.maximumUses)
        _ = try await invite(store, .random())
        let other = InvitationSecret.random()
        _ = try await invite(store, other)
        for _ in 0..<PairedPeer.maximumCount { _ = try await redeem(store, by: SigningKey().publicKey) }
        #expect(try await redeem(store, other, by: ben) == .refused(.tooManyPeers))
        #expect(
            try await store.invite(InvitationSecret.random().hash, for: .seconds(60), uses: 1, process: process)
                == .tooManyPeers)
        #expect(
            try await store.join(store.group(), [], by: ben, named: "ben", at: places, carriesMessages: false)
                == .tooManyPeers)
        #expect(try store.pairedPeers().count == PairedPeer.maximumCount)
        await store.close()
    }

    // MARK: The end of an invitation

    @Test func `an invitation ends at its time, by the wall clock or by the monotonic one`() async throws {
        for (wall, monotonic, ends) in [(3599, 3599, false), (3600, 3599, true), (0, 3600, true)] {
            let data = try Data()
            let store = try data.open()
            _ = try await invite(store)
            data.time.set(Self.noon.milliseconds + UInt64(wall) * 1000)
            data.time.advance(by: .seconds(monotonic))
            let outcome = try await redeem(store, by: ben)
            #expect((outcome == .refused(.expired)) == ends)
            await store.close()
        }
    }

    @Test(arguments: [true, false])
    func `an invitation counts to the last millisecond of its time`(isClockSet: Bool) async throws {
        for (elapsed, ends) in [(1499, false), (1500, true)] {
            let data = try Data()
            if !isClockSet { data.time.set(0) }
            // Neither the time at which it is made nor its lifetime is whole seconds.
            data.time.advance(by: .milliseconds(900))
            let store = try data.open()
            _ = try await invite(store, for: .milliseconds(1500))
            data.time.advance(by: .milliseconds(elapsed))
            #expect(try store.openInvitations(process: process) == (ends ? 0 : 1))
            let outcome = try await redeem(store, by: ben)
            #expect((outcome == .refused(.expired)) == ends)
            await store.close()
        }
    }

    @Test func `a clock that is set back does not prolong an invitation beyond the latest message`() async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store)
        await store.close()
        data.time.set(Self.noon.milliseconds + 3_600_000)
        let later = try data.open()
        try await later.post("an hour later")
        data.time.set(Self.noon.milliseconds)
        #expect(try await redeem(later, by: ben, process: .random()) == .refused(.expired))
        await later.close()
    }

    @Test func `under an unset clock an invitation ends with the process`() async throws {
        let data = try Data()
        data.time.set(0)
        let store = try data.open()
        _ = try await invite(store, uses: 2)
        guard case .paired = try await redeem(store, by: ben) else {
            Issue.record("not paired in the same process")
            return
        }
        // The clock gets set in the same process.
        data.time.set(Self.noon.milliseconds)
        #expect(try store.openInvitations(process: process) == 1)
        #expect(try store.openInvitations(process: .random()) == 0)
        #expect(try await redeem(store, by: eva, process: .random()) == .refused(.expired))
        data.time.advance(by: .seconds(3600))
        #expect(try await redeem(store, by: eva) == .refused(.expired))
        await store.close()
    }

    @Test func `an invitation of an earlier process does not count while the clock is unset`() async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store)
        data.time.set(0)
        #expect(try await redeem(store, by: ben, process: .random()) == .refused(.expired))
        data.time.set(Self.noon.milliseconds)
        guard case .paired = try await redeem(store, by: ben, process: .random()) else {
            Issue.record("not paired")
            return
        }
        await store.close()
    }

    // MARK: Joining

    @Test func `a member is admitted again if its admission is damaged`() async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store)
        _ = try await redeem(store, by: ben)
        func admissions(in store: ChatStore) throws -> [Message] {
            try store.wholeLog().messages.filter { Statement($0) != nil }
        }
        let admission = try #require(try admissions(in: store).first)
        await store.close()
        var file = try StoreFile(data.path)
        let isDamaged = file.damageRecord(of: admission, at: 0.5)
        #expect(isDamaged)
        try file.save()

        let damaged = try data.open()
        #expect(try admissions(in: damaged).isEmpty)
        let other = InvitationSecret.random()
        _ = try await invite(damaged, other)
        for _ in 1...2 { _ = try await redeem(damaged, other, by: ben) }
        let again = try admissions(in: damaged)
        #expect(again.count == 1 && again.first != admission)
        await damaged.close()
    }

    @Test func `an empty node enters the group of the inviting node`() async throws {
        let data = try Data()
        let store = try data.open()
        guard
            case .joined(let peer) = try await join(store, by: ben)
        else {
            Issue.record("not joined")
            return
        }
        #expect(peer.isLinked && peer.invitation == nil)
        #expect(try store.group() == Sample.group)
        #expect(
            try await join(store, Sample.otherKey, by: eva, carriesMessages: true) == .otherGroup(Sample.group))
        #expect(try store.pairedPeers().first { $0.key == ben } == peer)
        await store.close()
    }

    @Test func `a node enters no group of which the inviting node's messages do not make it a member`() async throws {
        let data = try Data()
        let store = try data.open()
        let own = try VerifiedMessage.admission(of: store.key.publicKey)
        let outcomes = try await [
            store.join(Sample.group, [], by: ben, named: "ben", at: places, carriesMessages: false),
            store.join(Sample.otherGroup, [own], by: ben, named: "ben", at: places, carriesMessages: false),
            store.join(Sample.group, [.admission(of: eva)], by: ben, named: "ben", at: places, carriesMessages: false),
        ]
        #expect(outcomes == [.notAdmitted, .notAdmitted, .notAdmitted])
        #expect(try store.group() == .none && store.pairedPeers().isEmpty && store.messageCount() == 0)
        // The founder needs no admission.
        let group = GroupID(founder: store.key.publicKey)
        let outcome = try await store.join(group, [], by: ben, named: "ben", at: places, carriesMessages: false)
        guard case .joined = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try store.group() == group)
        await store.close()
    }

    @Test func `the only member of a group leaves it to join another one, and keeps its messages`() async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store)
        _ = try await redeem(store, by: ben)
        let own = try store.group()
        try await store.post("mine")
        func join(leaving: Bool) async throws -> JoinOutcome {
            try await store.join(
                Sample.group, [.admission(of: store.key.publicKey)], by: eva, named: "eva", at: places,
                carriesMessages: false,
                leavesGroup: leaving)
        }
        #expect(try await join(leaving: true) == .otherGroup(own))
        _ = try await store.change(ben, .remove())
        #expect(try await join(leaving: false) == .onlyMember)
        #expect(try store.group() == own)
        guard case .joined = try await join(leaving: true) else {
            Issue.record("not joined")
            return
        }
        #expect(try store.group() == Sample.group)
        #expect(try store.pairedPeers().filter(\.isLinked).map(\.key) == [Sample.founder.publicKey])
        #expect(try store.wholeLog().messages.contains { $0.fields[.text] != nil && $0.group == own })
        try expectSound(store)
        await store.close()
    }

    @Test func `a node with messages enters a group only with its messages`() async throws {
        let data = try Data()
        let store = try data.open()
        try await store.post("mine")
        #expect(
            try await join(store, by: ben) == .messagesNotCarried(count: 1))
        #expect(try store.group() == .none)
        guard
            case .joined = try await join(store, by: ben, carriesMessages: true)
        else {
            Issue.record("not joined")
            return
        }
        #expect(try store.group() == Sample.group)
        await store.close()
    }

    // MARK: Changes by a person

    @Test func `a peer is renamed, paused, resumed and removed, and removal ends all invitations`() async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store, uses: 3)
        _ = try await redeem(store, by: ben)
        #expect(try await store.change(ben, .rename("Ben's laptop"))?.localName == "Ben's laptop")
        #expect(try await store.change(ben, .pause)?.isLinked == false)
        // The same invitation does not end the pause.
        guard case .paired(let paused, isNew: false) = try await redeem(store, by: ben) else {
            Issue.record("not paired")
            return
        }
        #expect(paused.state == .paused)
        #expect(try await store.change(ben, .resume)?.isLinked == true)
        #expect(try await store.change(ben, .remove())?.state == .removed)
        #expect(try await store.change(ben, .resume) == nil)
        #expect(try await store.change(eva, .remove()) == nil)
        #expect(try await redeem(store, by: ben) == .refused(.void))
        #expect(try await redeem(store, by: eva) == .refused(.void))
        let other = InvitationSecret.random()
        _ = try await invite(store, other)
        guard case .paired(let back, isNew: true) = try await redeem(store, other, by: ben) else {
            Issue.record("not paired")
            return
        }
        #expect(back.localName == "Ben's laptop")
        try expectSound(store)
        await store.close()
    }

    @Test func `the last 256 removed peers that are no members are remembered`() async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store)
        _ = try await redeem(store, by: ben)
        let others = (0...UInt64(PairedPeer.maximumRemoved)).map { number in
            PairedPeer(
                key: SigningKey().publicKey, name: "", state: .removed, since: UnixTime(milliseconds: number),
                places: [],
                invitation: nil)
        }
        try store.database.inspect { environment, _, tables in
            try environment.write { for peer in others { try tables.pairing.put(peer, in: &$0) } }
        }
        _ = try await store.change(ben, .remove())
        #expect(Set(try store.pairedPeers().map(\.key)) == Set(others.dropFirst(2).map(\.key) + [ben]))
        await store.close()
    }

    @Test func `the contact with a paused peer is remembered, and that of a removed one is not`() async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store, uses: 2)
        for key in [ben, eva] {
            _ = try await redeem(store, by: key)
            try await store.remember([PeerID(of: key): Contact(node: key, name: "a")])
        }
        _ = try await store.change(ben, .pause)
        _ = try await store.change(eva, .remove())
        try await store.remember([:])
        #expect(try store.contact(with: PeerID(of: ben)) != nil)
        #expect(try store.contact(with: PeerID(of: eva)) == nil)
        await store.close()
    }

    // MARK: Restores

    @Test(arguments: [false, true])
    func `after a restore, invitations are void and each peer waits for a person`(hasPosted: Bool) async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store, uses: 3)
        _ = try await redeem(store, by: ben)
        _ = try await redeem(store, by: eva)
        await store.close()
        try data.copy("data.mdb", to: "backup.mdb")
        // In a later lifetime, a peer is removed, with or without a message.
        let later = try data.open()
        if hasPosted { try await later.post("later") }
        _ = try await later.change(eva, .remove())
        await later.close()
        try FileManager.default.removeItem(atPath: data.path + "/data.mdb")
        try FileManager.default.copyItem(atPath: data.folder.path + "/backup.mdb", toPath: data.path + "/data.mdb")

        let restored = try data.open()
        #expect(try restored.pairedPeers().map(\.isUnconfirmed) == [true, true])
        #expect(try restored.openInvitations(process: process) == 0)
        #expect(try await redeem(restored, by: SigningKey().publicKey) == .refused(.void))
        #expect(try await redeem(restored, by: ben) == .refused(.void))
        #expect(
            try await restored.invite(InvitationSecret.random().hash, for: .seconds(60), uses: 1, process: process)
                == .unconfirmedPeers)
        #expect(try await restored.change(ben, .resume)?.isLinked == true)
        await restored.close()

        let again = try data.open()
        #expect(try again.pairedPeers().filter(\.isLinked).map(\.key) == [ben])
        #expect(try again.pairedPeers().filter(\.isUnconfirmed).map(\.key) == [eva])
        // A person can also remove a peer that waits. Then the node invites again.
        #expect(try await again.change(eva, .remove())?.state == .removed)
        _ = try await invite(again, InvitationSecret.random())
        try expectSound(again)
        await again.close()
    }

    @Test func `an own message that comes back suspends the peers of a running node`() async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store, uses: 2)
        _ = try await redeem(store, by: ben)
        let own = try VerifiedMessage(
            Fields(text: "lost"), of: .none, at: Stamp(Self.noon + 1000), signing: store.key)
        _ = try await store.apply(
            JudgedPage(verdicts: [.good(own)]),
            from: PeerID(of: ben))
        #expect(try store.pairedPeers().map(\.isUnconfirmed) == [true])
        #expect(try await redeem(store, by: eva) == .refused(.void))
        await store.close()
    }

    // MARK: Damage

    @Test(arguments: [("paired-peers", "A paired peer"), ("invitations", "An invitation")])
    func `a damaged record admits nobody, and a check finds it`(table: String, words: String) async throws {
        let data = try Data()
        let store = try data.open()
        _ = try await invite(store, uses: 2)
        _ = try await redeem(store, by: ben)
        try store.database.inspect { environment, _, _ in
            try environment.write { transaction in
                let table = try Table<[UInt8], [UInt8]>(table, in: transaction)
                let (key, value) = try #require(try table.first(KeyRange(), in: transaction))
                var bytes = value
                bytes[0] ^= 2
                try table.put(key, bytes, in: &transaction)
            }
        }
        let problems = try store.check()
        #expect(problems.count == 1 && "\(problems)".contains(words))
        if table == "invitations" {
            #expect(try await redeem(store, by: eva) == .refused(.unknown))
        } else {
            #expect(try store.pairedPeers().isEmpty)
        }
        await store.close()
    }
}
