internal import Hummingbird

extension Request {
    /// What a person reads of the client of a request, such as "Chrome, Android": from the field User-Agent (RFC 9110), or that
    /// field itself if it names no known browser or system.
    var clientName: String {
        let agent = headers[.userAgent] ?? ""
        func name(of kinds: [(sign: String, name: String)]) -> String? {
            kinds.first { agent.contains($0.sign) }?.name
        }
        guard let browser = name(of: Self.browsers), let system = name(of: Self.systems) else { return agent }
        return "\(browser), \(system)"
    }

    /// The first sign that occurs counts: most browsers also name those that they are like.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"),
        ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]
}
