import ChatExchange
import ChatModel
import ChatStore
import TestSupport
import Testing

/// A group of real stores without their network. Their owners invite, remove, leave, keep and restore in a random order, while some
/// nodes are off. Two nodes that meet do what two linked nodes do: they introduce themselves, and exchange their logs.
final class GroupWalk {
    final class Node {
        let name: FieldValue
        let folder: TemporaryFolder
        var store: ChatStore { didSet { linked = nil } }
        /// The keys that the store links with, as of a count of the changes that it makes by itself. Nil after others.
        var linked: (count: UInt64, keys: Set<PublicKey>)?
        var isOn = true
        /// The path of a copy of the folder.
        var copy: String?

        init(_ number: Int) throws {
            name = try FieldValue("node \(number)")
            folder = try TemporaryFolder()
            store = try ChatStore(Self.options(of: folder))
        }

        static func options(of folder: borrowing TemporaryFolder) -> StoreOptions {
            StoreOptions(folder: folder.path + "/data", mapSizeBytes: 16 << 20)
        }

        var key: PublicKey { store.key.publicKey }
        var membership: Membership? { get throws { try store.membership() } }

        func links(with other: Node) throws -> Bool {
            let count = store.peerChanges.count
            if linked?.count != count { linked = (count, try Set(store.pairedPeers().filter(\.isLinked).map(\.key))) }
            return linked?.keys.contains(other.key) == true
        }

        func messages(_ digests: [Digest]) throws -> [Message] { try store.read(LogQuery(messages: digests)).messages }
    }

    private(set) var nodes: [Node]
    private var dice: SeededGenerator
    private let instance = Instance.random()
    private var copies = 0

    init(_ count: Int, seed: UInt64) throws {
        dice = SeededGenerator(seed: seed)
        nodes = try (0..<count).map(Node.init)
    }

    func close() async {
        for node in nodes { await node.store.close() }
    }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }

    // MARK: What owners do

    /// Lets an owner do something at random, or two nodes meet.
    func step() async throws {
        defer { for node in nodes { node.linked = nil } }
        let node = nodes.randomElement(using: &dice)!
        let other = nodes.filter { $0 !== node }.randomElement(using: &dice)!
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<30: try await invite(other, by: node, losesAnswer: chance(10))
        case ..<35: try await remove(other, by: node)
        case ..<38: _ = try await node.store.change(other.key, .keep, as: node.name)
        case ..<40: try await leave(node)
        case ..<43: try await copyOrRestore(node)
        case ..<50: node.isOn.toggle()
        case ..<55: try await node.store.post("a text of \(node.name)")
        default: try await meet(node, other)
        }
    }

    func invite(_ joiner: Node, by inviter: Node, losesAnswer: Bool = false) async throws {
        guard inviter.isOn, joiner.isOn, try nodes[0] === inviter || inviter.store.group() != .none else { return }
        let hash = InvitationSecret.random().hash
        guard
            case .made(_, let group) = try await inviter.store.invite(
                hash, for: .seconds(60), uses: 1, process: instance),
            case .paired = try await inviter.store.redeem(
                hash, in: group, by: joiner.key, named: "\(joiner.name)", at: [], as: inviter.name, process: instance)
        else { return }
        guard !losesAnswer else { return }
        let introduction = try inviter.messages(inviter.store.introduction(of: joiner.key, isAlone: false))
        _ = try await joiner.store.join(
            group, introduction.map(VerifiedMessage.init(verifying:)), by: inviter.key, named: "\(inviter.name)",
            at: [], carriesMessages: true, leavesGroup: true)
    }

    /// Some members below the one removed stay.
    private func remove(_ other: Node, by node: Node) async throws {
        let losses = try node.store.standings(of: [other.key])[other.key]?.losses ?? []
        let staying = Set(losses.filter { $0 != other.key && chance(30) })
        _ = try await node.store.change(other.key, .remove(staying: staying), as: node.name)
    }

    private func leave(_ node: Node) async throws {
        if case .left = try await node.store.leave(as: node.name) { node.isOn = chance(50) }
    }

    private func copyOrRestore(_ node: Node) async throws {
        await node.store.close()
        let folder = NodeFolder(node.folder.path + "/data")
        if let copy = node.copy {
            try folder.replace(by: copy)
            node.copy = nil
        } else {
            copies += 1
            let copy = node.folder.path + "/copy-\(copies)"
            try folder.copy(to: copy)
            node.copy = copy
        }
        node.store = try ChatStore(Node.options(of: node.folder))
    }

    /// Lets a member admit and relay as much as it likes: it admits new keys, each of which writes a message, and relays messages of
    /// keys that nobody has admitted.
    ///
    /// - Returns: the invented keys.
    func flood(_ count: Int, by node: Node) async throws -> (admitted: [PublicKey], strangers: [PublicKey]) {
        let own = try node.membership?.admissions(of: node.key).first?.digest
        let group = try node.store.group()
        let (invited, strangers) = ((0..<count).map { _ in SigningKey() }, (0..<count).map { _ in SigningKey() })
        func message(_ values: [(String, String)], by key: SigningKey) throws -> VerifiedMessage {
            let fields = try Fields(values.map { try Sample.field($0, $1) }, salt: .random())
            return try VerifiedMessage(fields, of: group, at: Sample.stamp, signing: key)
        }
        let admissions = try invited.map { key in
            try message(
                [("user", "x"), ("admits", "\(key.publicKey)")] + (own.map { [("under", "\($0)")] } ?? []),
                by: node.store.key)
        }
        let texts = try (invited + strangers).map { try message([("user", "x"), ("text", "x")], by: $0) }
        _ = try await node.store.apply(
            JudgedPage(verdicts: (admissions + texts).map { .good($0) }), from: PeerID(of: node.key))
        return (invited.map(\.publicKey), strangers.map(\.publicKey))
    }

    // MARK: What nodes do

    /// Lets a node request the log of another one.
    func meet(_ node: Node, _ other: Node) async throws {
        let group = try node.store.group()
        guard node.isOn, other.isOn, group != .none, try group == other.store.group(), try node.links(with: other)
        else {
            return
        }
        if try !other.links(with: node) {
            let introduction = try node.messages(node.store.introduction(of: node.key, isAlone: true))
            guard try await other.store.introduce(node.key, by: introduction) else {
                let removals = try other.store.removals(of: node.key, showing: introduction)
                if !removals.isEmpty { _ = try await node.store.learnEnd(from: other.messages(removals)) }
                return
            }
        }
        let entries = try other.store.wholeLog().entries.compactMap { entry -> LogPage.Entry? in
            if case .message(let message) = entry.body { .message(entry.id, message) } else { nil }
        }
        let judged = try await PageIntake(node.store).judged(entries, from: nil)
        // A page of known messages stores nothing.
        guard judged.verdicts.contains(where: { if case .good = $0 { true } else { false } }) else { return }
        _ = try await node.store.apply(JudgedPage(verdicts: judged.verdicts), from: PeerID(of: other.key))
    }

    /// Turns all nodes on, and lets all meet until no log grows. In each round, the owners of restored nodes confirm their peers.
    func settle() async throws {
        for node in nodes { node.isOn = true }
        var before: [Int] = []
        for _ in 0..<3 * nodes.count {
            for node in nodes { try await confirmPeers(of: node) }
            let present = try nodes.map { try $0.store.wholeLog().entries.count }
            if present == before { return }
            before = present
            for node in nodes { for other in nodes where other !== node { try await meet(node, other) } }
        }
        Issue.record("The logs go on growing.")
    }

    private func confirmPeers(of node: Node) async throws {
        for peer in try node.store.pairedPeers() where peer.isUnconfirmed {
            _ = try await node.store.change(peer.key, .resume, as: node.name)
        }
        node.linked = nil
    }

    // MARK: What must be true in the end

    /// Checks that the members of each group agree, after ``settle()``.
    func expectAgreement() throws {
        for group in try Set(nodes.map { try $0.store.group() }) where group != .none {
            try expectAgreement(of: nodes.filter { try $0.store.group() == group })
        }
    }

    private func expectAgreement(of nodes: [Node]) throws {
        let statements = try Set(nodes.flatMap { try $0.store.wholeLog().messages.compactMap(Statement.init) })
        let founder = try #require(try nodes[0].membership?.founder)
        let truth = Membership(founder: founder).adding(Array(statements))
        for node in nodes {
            let origins = try Set(node.store.wholeLog().messages.map(\.origin)).subtracting([node.key])
            #expect(origins.allSatisfy(truth.knows))
            try expectSound(node.store)
        }
        for node in nodes {
            let membership = try #require(try node.membership)
            let removed = try Set(node.store.pairedPeers().filter { $0.state == .removed }.map(\.key))
            for other in nodes where other !== node {
                let isLinked = try node.links(with: other)
                // An owner may have decided for this node alone.
                #expect(isLinked || !membership.isMember(other.key) || removed.contains(other.key))
                if isLinked, try other.links(with: node) {
                    #expect(try node.store.wholeLog().digests.sorted() == other.store.wholeLog().digests.sorted())
                } else if try other.links(with: node), try other.membership?.isMember(other.key) == true {
                    // A node that believes it is a member was removed by this owner alone: else it would have been told.
                    let shown = try other.messages(other.store.introduction(of: other.key, isAlone: true))
                    #expect(!membership.adding(shown.compactMap(Statement.init)).hasEnded(other.key))
                    #expect(removed.contains(other.key))
                }
            }
        }
    }
}
