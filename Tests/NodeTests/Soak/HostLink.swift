/// A cable between two hosts, with an interface of the same name at each end.
struct HostLink: Hashable, Sendable {
    let index: Int
    let first: Int
    let second: Int

    var device: String { "link\(index)" }

    func joins(_ one: Int, _ other: Int) -> Bool {
        (first, second) == (one, other) || (second, first) == (one, other)
    }

    /// The address of the host at one of the ends.
    func address(of host: Int) -> String {
        "10.77.\(index).\(host == first ? 1 : 2)"
    }
}
