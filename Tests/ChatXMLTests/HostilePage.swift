import Testing

/// A page as nobody should send it, with what is wrong in it.
struct HostilePage: Sendable, CustomTestStringConvertible {
    let what: String
    let text: String

    init(_ what: String, _ text: String) {
        self.what = what
        self.text = text
    }

    /// A right page of one message in which a part was replaced, wherever it stands.
    init(_ what: String, _ part: String, becomes other: String) {
        let page = Sample.page(Sample.element)
        precondition(page.contains(part), "\(part) is not in the page.")
        self.init(what, page.replacing(part, with: other))
    }

    /// What a peer's page begins with, and something after it.
    static func after(_ what: String, _ rest: String) -> HostilePage {
        HostilePage(what, Sample.root + rest)
    }

    /// Something, and a right page after it.
    static func before(_ what: String, _ beginning: String) -> HostilePage {
        HostilePage(what, beginning + Sample.page(Sample.element))
    }

    var testDescription: String { what }
}
