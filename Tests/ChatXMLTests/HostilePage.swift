import TestSupport
import Testing

/// A malformed page, with a description of its defect.
struct HostilePage: Sendable, CustomTestStringConvertible {
    let what: String
    let text: String

    init(_ what: String, _ text: String) {
        self.what = what
        self.text = text
    }

    /// A valid page of one message in which every occurrence of one part was replaced.
    init(_ what: String, _ part: String, becomes other: String) {
        let page = Sample.page(Sample.element)
        precondition(page.contains(part), "\(part) is not in the page.")
        self.init(what, page.replacing(part, with: other))
    }

    /// Returns the start tag of a valid root, followed by `rest`.
    static func after(_ what: String, _ rest: String) -> HostilePage {
        HostilePage(what, Sample.root + rest)
    }

    /// Returns a valid page after `beginning`.
    static func before(_ what: String, _ beginning: String) -> HostilePage {
        HostilePage(what, beginning + Sample.page(Sample.element))
    }

    var testDescription: String { what }
}
