extension Duration {
    /// The whole milliseconds of the duration; 0 for a negative one.
    package var milliseconds: UInt64 {
        let (seconds, attoseconds) = components
        return seconds < 0 || attoseconds < 0 ? 0 : UInt64(seconds) * 1000 + UInt64(attoseconds) / 1_000_000_000_000_000
    }
}
