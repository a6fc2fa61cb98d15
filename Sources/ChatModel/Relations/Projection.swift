/// What readers see of a message, its *target*: the message and its relations.
///
/// It is a function of a set of messages: the order in which they have arrived makes no difference. An edit and a deletion count if
/// they have the origin, the user and the room of the target, an edit also needs a target with a text, and a reaction counts if it has
/// the room.
public struct Projection: Hashable, Sendable {
    /// Whoever reacts.
    public struct Author: Hashable, Sendable {
        public let origin: PublicKey
        public let user: FieldValue
    }

    /// All reactions with one emoji.
    public struct Reaction: Hashable, Sendable {
        public let emoji: FieldValue
        /// In the order of their reactions.
        public let authors: [Author]
    }

    public let isDeleted: Bool
    /// The edit whose text readers see instead of that of the target; nil for none.
    public let edit: PackedMessage?
    /// Those of most authors first, then the oldest; of a deleted message none.
    public let reactions: [Reaction]

    /// The largest number of different reactions that readers see.
    public static let maximumReactions = 64
}

extension Projection {
    /// - Parameters:
    ///   - target: a message to which relations count.
    ///   - relations: messages, of which those of other targets and those that do not count are ignored.
    public init(of target: PackedMessage, by relations: some Sequence<PackedMessage>) {
        var builder = Builder(of: target)
        for relation in relations { builder.add(relation) }
        self = builder.projection
    }

    /// Makes a projection of one relation after the other, and keeps little of each.
    public struct Builder {
        private let target: PackedMessage
        private let canBeTarget: Bool
        private var isDeleted = false
        private var edit: PackedMessage?
        private var given: [(key: Key, rank: Rank)] = []
        private var withdrawn: [(key: Key, rank: Rank)] = []

        public init(of target: PackedMessage) { (self.target, canBeTarget) = (target, target.canBeTarget) }

        /// Adds a relation, in any order. Ignores a message that is no relation of the target.
        ///
        /// - Returns: whether readers now see the target as this edit or deletion has made it.
        @discardableResult
        public mutating func add(_ message: PackedMessage) -> Bool {
            guard canBeTarget, let relation = Relation(message),
                relation.target.bytes[...] == target.bytes[target.digest], message.hasSame(.room, as: target)
            else { return false }
            switch relation {
            case .deletion where !isDeleted && message.hasAuthor(of: target):
                isDeleted = true
                return true
            case .edit where target.hadText && message.hasAuthor(of: target):
                guard edit.map({ Rank($0) < Rank(message) }) ?? true else { break }
                edit = message
                return !isDeleted
            case .deletion, .edit: break
            case .reaction(let emoji, _): if let key = Key(message, emoji) { given.append((key, Rank(message))) }
            case .withdrawal(let emoji, _): if let key = Key(message, emoji) { withdrawn.append((key, Rank(message))) }
            }
            return false
        }

        public var projection: Projection {
            guard !isDeleted else { return Projection(isDeleted: true, edit: nil, reactions: []) }
            return Projection(isDeleted: false, edit: edit, reactions: Projection.reactions(given, except: withdrawn))
        }
    }

    private static func reactions(
        _ given: [(key: Key, rank: Rank)], except withdrawn: [(key: Key, rank: Rank)]
    ) -> [Reaction] {
        // Most messages with reactions have one.
        if given.count == 1, withdrawn.isEmpty {
            return given.map { Reaction(emoji: $0.key.emoji, authors: [$0.key.author]) }
        }
        let withdrawn = Dictionary(withdrawn, uniquingKeysWith: max)
        let present = Dictionary(given, uniquingKeysWith: max)
            .filter { key, rank in withdrawn[key].map { $0 < rank } ?? true }
            .sorted { $0.value < $1.value }
        let byEmoji = Dictionary(grouping: present, by: \.key.emoji)
        let all = byEmoji.sorted { one, other in
            one.value.count == other.value.count
                ? one.value[0].value < other.value[0].value : one.value.count > other.value.count
        }
        return all.prefix(maximumReactions).map { emoji, keys in Reaction(emoji: emoji, authors: keys.map(\.key.author))
        }
    }

    /// A reaction is one however often it was given.
    private struct Key: Hashable {
        let author: Author
        let emoji: FieldValue

        /// - Returns: nil for a message without a user.
        init?(_ message: PackedMessage, _ emoji: FieldValue) {
            guard let user = message.value(of: .user), let origin = try? PublicKey(bytes: message.bytes[message.origin])
            else { return nil }
            author = Author(origin: origin, user: FieldValue(stored: message.bytes[user]))
            self.emoji = emoji
        }
    }

    /// The order of the messages of all origins.
    private struct Rank: Comparable {
        let stamp: Stamp
        /// The bytes of the digest.
        let digest: [UInt8]

        init(_ message: PackedMessage) { (stamp, digest) = (message.stamp, Array(message.bytes[message.digest])) }

        static func < (left: Rank, right: Rank) -> Bool {
            left.stamp == right.stamp ? left.digest.lexicographicallyPrecedes(right.digest) : left.stamp < right.stamp
        }
    }
}

extension Message {
    /// Whether relations to the message count: it has none itself, and says nothing about the members of a group.
    public var canBeTarget: Bool {
        Relation(self) == nil && Statement(self) == nil && AddressRecord(self) == nil
    }
}

extension PackedMessage {
    /// Whether relations to the message count: see ``Message/canBeTarget``.
    package var canBeTarget: Bool { !hasOtherFields || (try? unpacked())?.canBeTarget == true }

    /// Whether both messages have the same origin, user and room, so that one can edit or delete the other.
    package func hasAuthor(of other: PackedMessage) -> Bool {
        bytes[origin] == other.bytes[other.origin] && hasSame(.user, as: other) && hasSame(.room, as: other)
    }

    /// Whether both messages have the same value of a field, or both have none.
    fileprivate func hasSame(_ name: PackedField.NameNumber, as other: PackedMessage) -> Bool {
        switch (value(of: name), other.value(of: name)) {
        case (let value?, let theirs?): bytes[value] == other.bytes[theirs]
        case (nil, nil): true
        default: false
        }
    }
}
