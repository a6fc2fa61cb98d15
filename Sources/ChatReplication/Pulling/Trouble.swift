internal import ChatModel

/// What a puller does when the page after its position cannot be read, does not come, or has not the right mark: a pure value.
///
/// The same part of the log is then requested as a list, and the list is halved down to the entry that spoils it. If the list of
/// that entry cannot be had either, the puller looks for an id behind it, at distances of 1, 2, 4 … ids. What it has to leave
/// out becomes an exception.
struct Trouble {
    /// A way past the entry after the position.
    struct Exit {
        let next: LogPosition
        /// A page that has the message at the exit. Its mark proves nothing.
        let page: LogPage?
    }

    enum Step {
        /// Pages as usual.
        case none
        /// Lists of at most this many entries.
        case list(Int)
        /// The list of the next entry does not fit: its message is requested once, since a signature proves it.
        case entry(Exit)
        /// A message at this distance in ids.
        case probe(distance: UInt64)
    }

    private(set) var step = Step.none
    /// Failures of the same request in a row.
    private var failures = 0
    /// The exit that a probe has found.
    private var exit: Exit?
    private let pace: Pace

    init(_ pace: Pace) {
        self.pace = pace
    }

    var isNone: Bool { if case .none = step { true } else { false } }

    /// A page after the position came, and its mark fits.
    mutating func succeeded() {
        (failures, exit) = (0, nil)
        if case .list(let limit) = step, limit < Limits.pageMessages {
            step = .list(2 * limit)
        } else {
            step = .none
        }
    }

    /// An answer came that cannot be used.
    ///
    /// - Parameters:
    ///   - page: the page whose mark does not fit; nil if it cannot be read.
    ///   - position: the position from which it was requested.
    /// - Returns: the exit to use; nil if another request should be tried.
    mutating func unusable(_ page: LogPage?, after position: LogPosition) -> Exit? {
        switch step {
        case .list(1):
            guard let next = page?.head.next, next.id > position.id else { return failed(isTransfer: true) }
            step = .entry(Exit(next: next, page: nil))
            return nil
        case .entry(let exit): return leave(by: Exit(next: page?.head.next ?? exit.next, page: page))
        case .none, .list, .probe: return failed(isTransfer: false)
        }
    }

    /// A request brought no answer, or one that cannot be read.
    ///
    /// - Parameter isTransfer: whether the peer may just have been away, so that the same request is tried again.
    /// - Returns: the exit to use; nil if another request should be tried.
    mutating func failed(isTransfer: Bool) -> Exit? {
        failures += 1
        if isTransfer, failures < pace.failuresOfOne { return nil }
        failures = 0
        switch step {
        case .none: step = .list(Limits.pageMessages)
        case .list(1):
            if let exit { return leave(by: exit) }
            step = .probe(distance: 1)
        case .list(let limit): step = .list(limit / 2)
        case .entry(let exit): return leave(by: exit)
        case .probe(let distance): step = .probe(distance: min(2 * distance, Limits.idCeiling))
        }
        return nil
    }

    /// The peer does not answer at all, which says nothing about its log.
    mutating func peerIsAway() { failures = 0 }

    /// A probe brought a page. The list of the entry is tried once more, since the peer may answer again.
    mutating func probed(_ page: LogPage) {
        exit = page.entries.isEmpty ? nil : Exit(next: page.head.next, page: page)
        failures = exit == nil ? 0 : pace.failuresOfOne - 1
        step = .list(1)
    }

    private mutating func leave(by exit: Exit) -> Exit {
        self = Trouble(pace)
        step = .list(1)
        return exit
    }
}
