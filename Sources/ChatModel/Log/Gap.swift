/// A part of a peer's log that the cursor has passed although not every message of it is stored.
public struct Gap: Hashable, Sendable {
    /// The newest known position before the gap. A request for the gap begins there.
    public let before: LogPosition
    /// The lowest id of a message that may not be stored.
    public let first: LogID
    /// The highest id of a message that may not be stored.
    public let last: LogID
    /// For messages of a later form, the highest form that the program knew when it noted the gap. A program that knows
    /// a higher form requests the messages again. 0 for all other messages, which every program requests again.
    public let knownForm: UInt64

    /// - Parameter first: the lowest id of a message that may not be stored; nil for the id after `before`.
    public init(after before: LogPosition, first: LogID? = nil, through last: LogID, knownForm: UInt64 = 0) {
        self.before = before
        self.first = first ?? before.id.advanced(by: 1)
        self.last = last
        self.knownForm = knownForm
    }

    /// Whether the gap that begins later begins within the other one, or directly after it.
    func touches(_ other: Gap) -> Bool { before.id <= other.last && other.before.id <= last }

    /// Returns the gap from the beginning of the lower one to the end of the higher one.
    func joined(with other: Gap) -> Gap {
        Gap(
            after: before.id <= other.before.id ? before : other.before, first: min(first, other.first),
            through: max(last, other.last), knownForm: min(knownForm, other.knownForm))
    }
}

/// The gaps in one peer's log: a pure value.
///
/// The gaps of messages of later forms are kept apart from the others, because they are requested again only after an
/// upgrade. Of each kind there are at most ``Limits/gaps``. Gaps of one kind that touch are one gap. If there are too
/// many, the lowest two become one, so that the oldest gaps grow into one wide gap and nothing is forgotten.
public struct Gaps: Hashable, Sendable {
    /// The gaps of messages that were not stored, or that a page may have left out, by ascending ids.
    public private(set) var notStored: [Gap] = []
    /// The gaps of messages of later forms, by ascending ids. The same part of the log can also be in ``notStored``.
    public private(set) var laterForms: [Gap] = []

    public init() {}

    public var isEmpty: Bool { notStored.isEmpty && laterForms.isEmpty }

    /// Adds a gap.
    ///
    /// - Complexity: O(n); O(1) for a gap above all others of its kind while there are fewer than ``Limits/gaps``.
    public mutating func add(_ gap: Gap) {
        if gap.knownForm == 0 { notStored.add(gap) } else { laterForms.add(gap) }
    }

    /// Removes the part of the log after `id` from all gaps: up to `end`, or up to the end of the log if `end` is nil.
    ///
    /// - Complexity: O(n)
    public mutating func close(after id: LogID, through end: LogPosition?) {
        notStored.close(after: id, through: end)
        laterForms.close(after: id, through: end)
    }

    /// Returns the lowest gap with an id above `id` that a program which knows the forms up to `form` requests again.
    public func next(after id: LogID, knowing form: UInt64) -> Gap? {
        [notStored, laterForms]
            .compactMap { $0.first { $0.last > id && $0.knownForm < form } }
            .min { $0.before.id < $1.before.id }
    }

    /// Whether a request for a gap brings the message with this id.
    public func contains(_ id: LogID) -> Bool {
        [notStored, laterForms].contains { $0.contains { $0.before.id < id && id <= $0.last } }
    }
}

extension [Gap] {
    fileprivate mutating func add(_ gap: Gap) {
        guard gap.first <= gap.last else { return }
        if let last, last.last < gap.before.id {
            append(gap)
            return joinLowest()
        }
        let joined = filter(gap.touches).reduce(gap) { $0.joined(with: $1) }
        removeAll(where: gap.touches)
        insert(joined, at: firstIndex { $0.first > joined.first } ?? endIndex)
        joinLowest()
    }

    fileprivate mutating func close(after id: LogID, through end: LogPosition?) {
        if let end, end.id <= id { return }
        self = flatMap { gap -> [Gap] in
            guard gap.last > id, end.map({ gap.before.id < $0.id }) ?? true else { return [gap] }
            let lower = Gap(
                after: gap.before, first: gap.first, through: Swift.min(gap.last, id), knownForm: gap.knownForm)
            let upper = end.map {
                Gap(
                    after: $0, first: Swift.max(gap.first, $0.id.advanced(by: 1)), through: gap.last,
                    knownForm: gap.knownForm)
            }
            return [lower, upper].compactMap(\.self).filter { $0.first <= $0.last }
        }
        joinLowest()
    }

    private mutating func joinLowest() {
        while count > Limits.gaps { replaceSubrange(0..<2, with: [self[0].joined(with: self[1])]) }
    }
}
