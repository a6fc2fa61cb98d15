/// What a scan does after an entry.
public enum ScanStep: Sendable, Hashable {
    /// Goes on to the next entry.
    case next
    /// Ends here.
    case stop
}
