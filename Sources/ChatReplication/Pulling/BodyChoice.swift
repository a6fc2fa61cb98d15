import ChatModel

/// Chooses which messages a peer should send whole: a pure value.
///
/// All of them, while most of those that it relays are new here: in a line, in a star, in a first pull. In a mesh they come from
/// their origins as well, so that the peer should only list them.
struct BodyChoice {
    private var all = 0
    private var new = 0
    private var isAll: Bool
    /// Whether an empty node reads the log for the first time. It then requests all messages whole up to the end of the log.
    private var isFirst: Bool
    /// Up to this id, the peer's own messages are only listed, too: they were read before.
    private(set) var listedUpTo = LogID.zero

    /// Relayed messages of which about the half is remembered.
    private static let window = 256

    /// - Parameter isAll: whether nothing is stored here, so that all messages are new.
    init(isAll: Bool) {
        (self.isAll, isFirst) = (isAll, isAll)
    }

    /// Counts relayed messages.
    ///
    /// - Parameter new: those that came whole and were new. A message that had to be asked for counts when it comes.
    mutating func count(all: Int, new: Int) {
        self.all += all
        self.new += new
        guard !isFirst, self.all >= Self.window / 8 || self.new > self.all else { return }
        isAll = 2 * self.new >= self.all
        while self.all > Self.window || self.new > Self.window { (self.all, self.new) = (self.all / 2, self.new / 2) }
    }

    /// The log is read again up to this id.
    mutating func readsAgain(upTo id: LogID) { listedUpTo = max(listedUpTo, id) }

    /// The messages up to this id probably came from another peer.
    mutating func areKnown(upTo id: LogID) {
        (all, new, isAll, isFirst) = (0, 0, false, false)
        readsAgain(upTo: id)
    }

    /// The end of the log is read.
    mutating func caughtUp() { isFirst = false }

    func bodies(after id: LogID) -> Bodies { isAll ? .all : id < listedUpTo ? .none : .own }
}
