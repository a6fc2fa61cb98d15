import Testing

@testable import ChatModel

@Suite struct VisibleNameTests {
    @Test(arguments: [
        ("ben", "ben"), ("Zoë’s laptop", "Zoë’s laptop"), ("陈静", "陈静"), ("a b", "a b"),
        ("b\u{200B}en", "b⟨U+200B⟩en"), ("ben\u{A0}", "ben⟨U+00A0⟩"), ("lap\u{202E}top", "lap⟨U+202E⟩top"),
        ("a\nb", "a⟨U+000A⟩b"), (" ", "⟨U+0020⟩"), ("\u{301}", "⟨U+0301⟩"), ("\u{2800}x", "⟨U+2800⟩x"),
        ("👩🏽‍💻", "👩🏽‍💻"), ("❤️", "❤️"), ("😀\u{200D}\u{FE0F}", "😀⟨U+200D⟩⟨U+FE0F⟩"), ("😀\u{E0062}", "😀⟨U+E0062⟩"),
    ])
    func `a name is shown with its invisible characters as code points`(name: String, shown: String) {
        #expect(name.visible(maximumScalars: 64) == shown)
    }

    @Test func `a long name is cut`() {
        #expect(String(repeating: "x", count: 100).visible(maximumScalars: 64).count == 64)
    }
}
