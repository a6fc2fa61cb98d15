/// Why the node cannot listen on an address: a sentence that names the address and the flag.
public struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    public let listener: Listener
    /// What happened, and what to do about it.
    public let sentence: String

    public var description: String { sentence }
}
