/// A kind of fault. Each run draws the kinds that it has: a run with few kinds goes further into each.
enum Fault: String, CaseIterable {
    case cut = "links cut"
    case oneWayCut = "links cut one way"
    case isolation = "nodes cut off"
    case slowness = "links slow"
    case loss = "links losing"
    case garbling = "pages garbled"
    case repeating = "pages given again"
    case crash = "crashes"
    case crashAtCommit = "crashes at a commit"
    case snapshot = "snapshots"
    case restoredCopy = "restores by copy"
    case restoredInPlace = "restores in place"
    case restoredMachine = "machines restored"
    case wipe = "stores wiped"
    case replacement = "nodes replaced"
    case clone = "clones"
    case clockJump = "clocks set wrong"
    case fullDisk = "disks full"
    case fullMap = "writes to full maps"
    case poison = "nodes serving poison"
    case foreignness = "nodes serving unknown attributes"
    case mixing = "answers of another peer"
    case oversize = "answers too large"
    case erasure = "values erased"
    case damage = "records damaged"
    case failingTransfers = "transfers failing"
    case removal = "peers removed"
    case pause = "peers paused"
    case router = "nodes put behind a router"
    case wrongLists = "wrong lists"
    case missingValues = "pages without values"

    /// The faults that a run with these features draws from.
    static func all(_ features: Features) -> [Fault] {
        allCases.filter { fault in
            switch fault {
            case .mixing: features.contains(.mixedAnswers)
            case .oversize: features.contains(.oversizedAnswers)
            case .erasure: features.contains(.erasure)
            case .restoredMachine: features.contains(.machines)
            case .damage: features.contains(.damage)
            case .failingTransfers: features.contains(.failingTransfers)
            case .removal, .pause, .router: features.contains(.pairedPeers)
            case .wrongLists: features.contains(.wrongLists)
            case .missingValues: features.contains(.missingValues)
            default: true
            }
        }
    }

    /// Whether a node may receive something else than its peer's log has.
    var spoilsPages: Bool {
        [.garbling, .repeating, .poison, .mixing, .oversize, .damage, .wrongLists].contains(self)
    }

    /// Whether the log of a node may name messages that its peer does not get.
    var leavesExceptions: Bool { spoilsPages || [.failingTransfers, .missingValues].contains(self) }
}
