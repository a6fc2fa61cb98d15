/// The addresses by which a machine reaches only itself.
enum Loopback {
    /// Whether `host`, a name or an IP address without brackets, is one of them.
    static func contains(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.wholeMatch(of: /127(\.[0-9]+){3}/) != nil
    }
}
