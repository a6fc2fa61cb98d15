import Crypto

/// The lines of a run: equal scenarios give equal lines, byte for byte.
struct Trace {
    private var hash = SHA256()
    private let show: (String) -> Void

    init(show: @escaping (String) -> Void) {
        self.show = show
    }

    mutating func note(_ time: Duration, _ line: String) {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        let line = "\(seconds) \(line)"
        hash.update(data: Array(line.utf8))
        show(line)
    }

    /// A digest of all lines.
    var digest: String {
        hash.finalize().prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
