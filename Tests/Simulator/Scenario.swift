/// Everything that decides a simulated run: equal scenarios give equal runs.
public struct Scenario: Hashable, Sendable {
    public let seed: UInt64
    public let features: Features

    public init(seed: UInt64, features: Features) {
        self.seed = seed
        self.features = features
    }
}

extension Scenario: CustomStringConvertible {
    /// The arguments of `scripts/simulate` that repeat the run.
    public var description: String { "--seed \(seed)\(features == .all ? "" : " --features \(features)")" }
}

/// What a simulated run draws beyond the faults that the first version of the simulator had.
///
/// A seed shows the same defect only as long as it draws the same. So something new that is drawn is a feature, and each
/// fixed seed names the features with which it found its defect.
public enum Features: String, CaseIterable, Hashable, Sendable {
    /// The faults of the first version of the simulator alone.
    case original
    /// Also the features of answers and pages.
    case pages
    /// Also erased values, and groups.
    case groups
    /// Also restored machines, and damaged records.
    case damage
    /// Also repeated posts, and transfers that always fail.
    case transfers
    /// Also paired peers.
    case paired
    /// Also wrong lists, and pages without values.
    case lists
    /// Every ``Feature``, also edits, deletions and reactions. Fresh seeds draw from this.
    case all

    enum Feature {
        /// An answer may be replaced by an answer that another node gave: ``Fault/mixing``.
        case mixedAnswers
        /// An answer may be too large or too slow: ``Fault/oversize``.
        case oversizedAnswers
        /// A repeated answer may be any of the last 40 answers, not only the last one.
        case olderAnswers
        /// The answers of a process that has died are never repeated.
        case answersDieWithProcess
        /// A poisoned node may also forge heads and omit, repeat and renumber messages.
        case forgedPages
        /// A node may erase the values of a message: ``Fault/erasure``.
        case erasure
        /// The nodes may be of two groups.
        case groups
        /// A snapshot of a whole machine may be put back, with the clients on it: ``Fault/restoredMachine``.
        case machines
        /// Records of a store may be damaged: ``Fault/damage``.
        case damage
        /// Clients send posts again after a restore.
        case repeatedPosts
        /// The transfer of some messages always fails: ``Fault/failingTransfers``.
        case failingTransfers
        /// The nodes may be paired. Then owners pause and remove peers (``Fault/pause``, ``Fault/removal``), and some nodes
        /// cannot be dialled, so that they hand their pages over (``Fault/router``).
        case pairedPeers
        /// A peer may list its log wrongly while its whole pages are right: ``Fault/wrongLists``.
        case wrongLists
        /// A node may get messages without their values, so that its log names messages whose values come later:
        /// ``Fault/missingValues``.
        case missingValues
        /// Users edit, delete and react, and some do it as only a hostile node would.
        case relations
    }

    func contains(_ feature: Feature) -> Bool {
        switch self {
        case .original: false
        case .pages: Features.groups.contains(feature) && ![.erasure, .groups].contains(feature)
        case .groups: Features.damage.contains(feature) && ![.machines, .damage].contains(feature)
        case .damage: Features.transfers.contains(feature) && ![.repeatedPosts, .failingTransfers].contains(feature)
        case .transfers: Features.paired.contains(feature) && feature != .pairedPeers
        case .paired: Features.lists.contains(feature) && ![.wrongLists, .missingValues].contains(feature)
        case .lists: feature != .relations
        case .all: true
        }
    }
}
