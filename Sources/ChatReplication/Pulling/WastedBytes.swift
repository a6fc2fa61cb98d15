internal import ChatModel

/// The bytes of a peer's answers that brought no new message: a pure value.
///
/// A peer may waste 1 GiB, and 256 MiB in each hour, before compression. Then it is asked nothing until it may waste more, so a peer that
/// sends garbage, or lists that bring nothing, costs no more traffic than that. A list of ten million known messages has 820 MB.
struct WastedBytes {
    /// When the peer may waste everything again.
    private var full = Duration.zero

    private static let hour = Duration.seconds(60 * 60)
    private static let bytesPerHour = 256 << 20
    private static let burstHours = 4

    /// An answer came.
    mutating func received(_ bytes: Int, at now: Duration) {
        full = max(full, now) + Self.hour * bytes / Self.bytesPerHour
    }

    /// So many bytes of an answer were those of new messages, and are not wasted.
    mutating func brought(_ bytes: Int) {
        full -= Self.hour * bytes / Self.bytesPerHour
    }

    /// Returns after what time the peer may be asked again.
    func pause(at now: Duration) -> Duration { max(.zero, full - now - Self.hour * Self.burstHours) }
}

extension PullFailure {
    /// The bytes that may have come before the failure and were not counted.
    var uncountedBytes: Int {
        switch self {
        case .tooLarge, .brokenOff, .tooSlow, .noPage, .webPage: Limits.pulledPageBytes
        default: 0
        }
    }
}
