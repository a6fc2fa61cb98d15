import ChatModel
import ChatXML
import TestSupport
import Testing

/// Malformed and unusual pages, with the result of reading each.
@Suite struct HostilePageTests {
    private static let page = Sample.page(Sample.element)

    private static let noRoots: [HostilePage] = [
        HostilePage("nothing", ""),
        HostilePage("white space", "\n"),
        HostilePage("no markup", "chat"),
        HostilePage("half a tag", "<"),
        HostilePage("a root of four bytes", "<a/>"),
        HostilePage("a proxy's page", "<html><body>502 Bad Gateway</body></html>"),
        HostilePage("a failure", "<failure code=\"cursor-unknown\">No such cursor.</failure>"),
        HostilePage("the article's page", "<chat>\n</chat>"),
        HostilePage("a root cut short", String(Sample.root.dropLast())),
        .before("an end", "</chat>"),
        .before("text", "text"),
        .before("a comment", "<!-- -->"),
        .before("a byte order mark", "\u{FEFF}"),
        .before("a declaration that is not first of all", " <?xml version=\"1.0\"?>"),
        .before("two declarations", "<?xml version=\"1.0\"?><?xml version=\"1.0\"?>"),
        .before("Latin 1", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"),
        .before("UTF-16 declared", "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"),
        .before("UTF-7 declared", "<?xml version=\"1.0\" encoding=\"UTF-7\"?>"),
        .before("an empty encoding", "<?xml version=\"1.0\" encoding=\"\"?>"),
        .before("two encodings", "<?xml version=\"1.0\" encoding=\"UTF-8\" encoding=\"UTF-16\"?>"),
        .before("XML 1.1, with other line ends", "<?xml version=\"1.1\"?>"),
        .before("a declaration without a version", "<?xml encoding=\"UTF-8\"?>"),
        .before("a processing instruction", "<?xml-stylesheet href=\"a\"?>"),
        .before("a document type", "<!DOCTYPE chat>"),
        .before("an entity", "<!DOCTYPE chat [<!ENTITY a \"b\">]>"),
        .before("an external entity", "<!DOCTYPE chat [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>"),
        HostilePage("an undeclared prefix", "chat", becomes: "x:chat"),
        HostilePage("a declared prefix", "<chat ", becomes: "<x:chat xmlns:x=\"a\" "),
        HostilePage("a namespace", "<chat ", becomes: "<chat xmlns=\"urn:a\" "),
        HostilePage("a later version", "version=\"1\"", becomes: "version=\"2\""),
        HostilePage("white space in the version", "version=\"1\"", becomes: "version=\"1 \""),
        HostilePage("no version", "version=\"1\"", becomes: ""),
        HostilePage("no low", "low=\"1\"", becomes: ""),
        HostilePage("an attribute twice", "low=\"1\"", becomes: "low=\"1\" low=\"1\""),
        HostilePage("a leading zero", "low=\"1\"", becomes: "low=\"01\""),
        HostilePage("a sign", "low=\"1\"", becomes: "low=\"+1\""),
        HostilePage("a negative id", "low=\"1\"", becomes: "low=\"-1\""),
        HostilePage("white space in a number", "low=\"1\"", becomes: "low=\" 1\""),
        HostilePage("an Arabic digit", "low=\"1\"", becomes: "low=\"\u{661}\""),
        HostilePage("an id above 2^53", "low=\"1\"", becomes: "low=\"9007199254740993\""),
        HostilePage("an undefined entity in the root", "low=\"1\"", becomes: "low=\"1&x;\""),
        HostilePage("a < in the root", "low=\"1\"", becomes: "low=\"1<\""),
        HostilePage("a control character in the root", "low=\"1\"", becomes: "low=\"1\u{1}\""),
        HostilePage("U+FFFE in the root", "laptop", becomes: "\u{FFFE}"),
        HostilePage("a mark that is too long", "mark=\"", becomes: "mark=\"A"),
        HostilePage("padding", "instance=\"", becomes: "instance=\"="),
        HostilePage("a key of small order", "node=\"\(Sample.key.publicKey)\"", becomes: "node=\"\(smallOrderKey)\""),
        HostilePage("a root that is too long", "laptop", becomes: String(repeating: "a", count: Limits.tagBytes)),
    ]

    /// The point with y = 0, which has order 4.
    private static let smallOrderKey = Base64URL.encode(Array(repeating: 0, count: 32))

    @Test(arguments: noRoots)
    func `a document without a valid root is refused without a head`(page: HostilePage) {
        #expect(Outcome(reading: page.text) == .noReadableRoot)
    }

    private static let brokenPages: [HostilePage] = [
        .after("nothing", ""),
        .after("an end cut short", Sample.element + "</chat"),
        .after("a root that is not closed", Sample.element),
        .after("text behind the root", "</chat>x"),
        .after("two roots", "</chat><chat/>"),
        .after("two ends", "</chat></chat>"),
        .after("a comment behind the root", "</chat><!-- -->"),
        .after("a NUL behind the root", "</chat>\u{0}"),
        .after("a byte order mark behind the root", "</chat>\u{FEFF}"),
        .after("another end", "</room>"),
        .after("a comment", "<!-- --></chat>"),
        .after("a processing instruction", "<?php ?></chat>"),
        .after("a declaration", "<?xml version=\"1.0\"?></chat>"),
        .after("CDATA", "<![CDATA[ ]]></chat>"),
        .after("a document type", "<!DOCTYPE chat></chat>"),
        .after("text", "text</chat>"),
        .after("white space that is not XML's", "&#160;</chat>"),
        .after("an id twice", "\(Sample.element)\(Sample.element)</chat>"),
        .after("ids that descend", "\(Sample.element)\(Sample.element(id: 6))</chat>"),
        HostilePage("an undeclared prefix", "message", becomes: "x:message"),
        HostilePage("an element with a prefix", "<message ", becomes: "<xml:message id=\"3\"/><message "),
        HostilePage("an attribute with a prefix", "<message ", becomes: "<message xml:lang=\"en\" "),
        HostilePage("a namespace", "<user>", becomes: "<user xmlns=\"urn:a\">"),
        HostilePage("no id", "id=\"7\"", becomes: ""),
        HostilePage("an id that is no number", "id=\"7\"", becomes: "id=\"x\""),
        HostilePage("an id with a leading zero", "id=\"7\"", becomes: "id=\"07\""),
        HostilePage("the id 0", "id=\"7\"", becomes: "id=\"0\""),
        HostilePage("two ids", "id=\"7\"", becomes: "id=\"7\" id=\"7\""),
        HostilePage("low above the first id", "low=\"1\"", becomes: "low=\"8\""),
        HostilePage("next below the last id", "next=\"58\"", becomes: "next=\"6\""),
        HostilePage("next above high", "next=\"58\"", becomes: "next=\"59\""),
        HostilePage("high below next", "high=\"58\"", becomes: "high=\"57\""),
        HostilePage("an id above high", "id=\"7\"", becomes: "id=\"59\""),
        HostilePage("a control character by number", "jack", becomes: "&#1;"),
        HostilePage("U+FFFE by number", "jack", becomes: "&#xFFFE;"),
        HostilePage("a surrogate by number", "jack", becomes: "&#xD800;"),
        HostilePage("a number beyond Unicode", "jack", becomes: "&#x110000;"),
        HostilePage("a number with a sign", "jack", becomes: "&#+65;"),
        HostilePage("no number", "jack", becomes: "&#;"),
        HostilePage("no hexadecimal number", "jack", becomes: "&#x;"),
        HostilePage("a capital X", "jack", becomes: "&#X41;"),
        HostilePage("HTML's entity", "jack", becomes: "&eacute;"),
        HostilePage("a bare &", "jack", becomes: "& "),
        HostilePage("an & in an attribute", "<user>", becomes: "<user a='&b'>"),
        HostilePage("a control character", "jack", becomes: "\u{1}"),
        HostilePage("NUL", "jack", becomes: "\u{0}"),
        HostilePage("U+FFFE", "jack", becomes: "\u{FFFE}"),
        HostilePage("U+FFFF", "jack", becomes: "\u{FFFF}"),
        HostilePage("the end of CDATA", "jack", becomes: "]]>"),
        HostilePage("an end that does not match", "</user>", becomes: "</name>"),
        HostilePage("an end with an attribute", "</user>", becomes: "</user a='b'>"),
        HostilePage("an attribute without a value", "<user>", becomes: "<user a>"),
        HostilePage("an attribute without quotation marks", "<user>", becomes: "<user a=b>"),
        HostilePage("a quotation mark that is not closed", "<user>", becomes: "<user a='>"),
        HostilePage("a < in an attribute", "<user>", becomes: "<user a='<'>"),
        HostilePage("a space before a name", "<user>", becomes: "< user>"),
    ]

    @Test(arguments: brokenPages)
    func `a page that is broken after a valid root is unreadable`(page: HostilePage) {
        #expect(Outcome(reading: page.text) == .unreadable)
    }

    @Test(
        arguments: [
            ([0xc0, 0xaf], "an overlong form"),
            ([0xe0, 0x80, 0xaf], "a longer overlong form"),
            ([0xed, 0xa0, 0x80], "a surrogate"),
            ([0xf4, 0x90, 0x80, 0x80], "beyond Unicode"),
            ([0x80], "a continuation alone"),
            ([0xe2, 0x82], "half a scalar"),
            ([0xff], "a byte that is never in UTF-8"),
        ] as [([UInt8], String)])
    func `bytes that are not UTF-8 are refused anywhere`(bytes: [UInt8], what: String) throws {
        func page(_ before: String, _ after: String) -> [UInt8] { Array(before.utf8) + bytes + Array(after.utf8) }
        let parts = Self.page.split(separator: "jack")
        #expect(Outcome(reading: page(String(parts[0]), String(parts[1]))) == .unreadable, "\(what)")
        let name = Self.page.split(separator: "laptop")
        #expect(Outcome(reading: page(String(name[0]), String(name[1]))) == .noReadableRoot, "\(what)")
        #expect(Outcome(reading: page("", Self.page)) == .noReadableRoot, "\(what)")
        #expect(Outcome(reading: page(Self.page, "")) == .unreadable, "\(what)")
    }

    @Test(arguments: [[0xfe, 0xff], [0xff, 0xfe], []] as [[UInt8]], [false, true])
    func `UTF-16 is refused, with and without a byte order mark`(mark: [UInt8], isLittleEndian: Bool) {
        let bytes = Self.page.utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
            return isLittleEndian ? [low, high] : [high, low]
        }
        #expect(Outcome(reading: mark + bytes) == .noReadableRoot)
    }

    @Test(arguments: [
        "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='utf-8'?>\n",
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>",
        "<?xml\r\nversion = \"1.0\"\r\nencoding = 'Utf-8' ?>\r\n",
        "\n  ",
    ])
    func `a page may begin with a declaration of UTF-8 or with white space`(beginning: String) {
        #expect(Outcome(reading: beginning + Self.page) == .read([Sample.id(7)], bad: [:]))
    }

    private static let laterPages: [HostilePage] = [
        .init("white space", "<message", becomes: "\n\t <message"),
        .init("white space behind the root", "</chat>", becomes: "</chat>\n\r\t "),
        .init("an unknown attribute of the root", "<chat ", becomes: "<chat later=\"a>b'/> xmlns='urn:a'\" "),
        .init("another quotation mark", "version=\"1\"", becomes: "version='1'"),
        .init("an unknown attribute of a message", "<message ", becomes: "<message\nlater='\">/>'\tlang=\"a:b\" "),
        .init("an attribute of a field", "<user>", becomes: "<user later=\"1\" >"),
        .init("white space in an end", "</user>", becomes: "</user\n>"),
        .init("references", "jack", becomes: "j&#x61;&#0000099;k&amp;&lt;&gt;&quot;&apos;"),
        .init("white space between elements", "><", becomes: ">\r\n\t <"),
        .init("an unknown element", "<message ", becomes: "<later a=\"b\">text<message id=\"3\"/></later><message "),
        .init(
            "unknown elements after the messages", "</chat>",
            becomes: String(repeating: "<later/>", count: 1001) + "</chat>"),
        .init("an unknown field", "<user>", becomes: "<later>a</later><user>"),
    ]

    @Test(arguments: laterPages)
    func `unknown elements, attributes and fields, and other ways to write XML, are accepted`(page: HostilePage) {
        #expect(Outcome(reading: page.text) == .read([Sample.id(7)], bad: [:]))
    }

    @Test(arguments: [
        ("1793516400000", UnixTime(milliseconds: 1_793_516_400_000)), ("18446744073709551615", Stamp.latest.time),
        ("18446744073709551616", nil), ("-1", nil), ("01", nil), ("", nil),
    ])
    func `a clock is read up to the latest time of a stamp, and a malformed one is ignored`(
        now: String, read: UnixTime?
    ) throws {
        let text = Self.page.replacing("<chat ", with: "<chat now=\"\(now)\" ")
        #expect(try LogPageReader.read(Array(text.utf8)).head.now == read)
    }

    @Test(arguments: [
        ("0", 0), ("1000", 1000), ("18446744073709551615", Int.max), ("-1", nil), ("01", nil), ("", nil),
    ])
    func `a root says how many digests were looked up, and a malformed number makes it unreadable`(
        done: String, read: Int?
    ) throws {
        let bytes = Array(Self.page.replacing("<chat ", with: "<chat done=\"\(done)\" ").utf8)
        guard let read else {
            #expect(Outcome(reading: Self.page.replacing("<chat ", with: "<chat done=\"\(done)\" ")) == .noReadableRoot)
            return
        }
        #expect(try LogPageReader.read(bytes).head.done == read)
        #expect(try LogPageReader.read(Array(Self.page.utf8)).head.done == nil)
    }

    @Test func `an empty page may be written with or without an end tag`() {
        #expect(Outcome(reading: Sample.page("")) == .read([], bad: [:]))
        #expect(Outcome(reading: Sample.root.dropLast() + "/>") == .read([], bad: [:]))
    }
}
