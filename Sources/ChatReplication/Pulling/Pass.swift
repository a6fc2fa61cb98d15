import ChatModel

/// A puller's pass over a peer's log. A rewind begins another pass and replaces the whole value.
struct Pass {
    /// The start of the next request.
    private(set) var start: LogStart
    /// Whether the page from ``start`` is requested again because it was not complete. A second such page is applied.
    private(set) var isDoubted = false
    /// Whether the last page reached the end of the peer's log.
    var isCaughtUp = false
    var unreadable = UnreadableMessages()
    /// Known messages that the peer has sent in this pass. An honest peer sends a message at most twice: without its values,
    /// and again when it has got them.
    private(set) var known = 0

    init(from start: LogStart) {
        self.start = start
    }

    /// Sets the start of the next request.
    mutating func move(to start: LogStart) {
        (self.start, isDoubted) = (start, false)
    }

    /// Requests the page from ``start`` once more.
    mutating func doubt() { isDoubted = true }

    mutating func addKnown(_ count: Int) { known += count }
}
