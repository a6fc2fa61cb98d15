import ChatModel
import TestSupport
import Testing

@testable import ChatXML

@Suite struct LogPageScannerTests {
    /// A page with every kind of entry and field that a node writes.
    private func page(text: String = "one", group: GroupID = .none) throws -> [UInt8] {
        let message = try Sample.message(text: text, ["room": "kitchen", "mood": text, "x-mood": text, "written": "7"])
        let others = try [Sample.group, Sample.otherGroup].map { group in
            try VerifiedMessage(message.fields, of: group, at: Sample.stamp, signing: Sample.key).message
        }
        var writer = PageWriter(.log, in: group)
        for (id, message) in zip([3, 4, 9, 10] as [UInt64], [message, message.withoutErasableValues] + others) {
            writer.append(id: Sample.id(id), message: message, arrival: UnixTime(milliseconds: 0))
        }
        writer.gone(id: Sample.id(11), digest: message.digest)
        let ofAnother = try VerifiedMessage(message.fields, of: Sample.group, at: Sample.stamp, signing: SigningKey())
        for (id, message) in zip(
            [12, 13, 14] as [UInt64], [message, message.withoutErasableValues, ofAnother.message])
        {
            writer.list(id: Sample.id(id), message)
        }
        writer.damaged(id: Sample.id(15), digest: message.digest)
        var head = Sample.head
        head.group = group
        return writer.end(head: head)
    }

    @Test(arguments: RoundTripTests.texts, [GroupID.none, Sample.group])
    func `the scanner reads what a node writes, as the XML parser does`(text: String, group: GroupID) throws {
        let page = try page(text: text, group: group)
        #expect(try isScanned(page))
        expectSameReading(of: page, in: group)
        guard case .read(_, let entries) = Reading(page, in: group, withScanner: true) else {
            Issue.record("The page is not read.")
            return
        }
        #expect(entries.count == 9)
    }

    @Test func `the scanner reads an empty page`() throws {
        let page = PageWriter(.log).end(head: Sample.head)
        #expect(try isScanned(page))
        expectSameReading(of: page)
    }

    /// Changes after which an entry has another form or breaks a rule.
    static let changes: [(String, String)] = [
        (">one</text>", ">o\rne</text>"), (">one</text>", ">o>ne</text>"), (">one</text>", ">o]]>ne</text>"),
        (">one</text>", ">&#111;ne</text>"), (">one</text>", ">&quot;</text>"), (">one</text>", "></text>"),
        (">one</text>", "><![CDATA[one]]></text>"), (">one</text>", "><b/></text>"), (">one</text>", ">\u{1}</text>"),
        (">one</text>", ">\u{FFFE}</text>"), (">one</text>", ">&</text>"), (">one</text>", ">one</text >"),
        (">one</text>", ">one</user>"), (">one</text>", " kind=\"2\">one</text>"),
        (">one</text>", ">\(String(repeating: "a", count: Limits.textBytes + 1))</text>"),
        ("<text>", "<text later=\"1\">"), ("<text>", "<user>a</user><text>"), ("<text>", "<xmlns>a</xmlns><text>"),
        ("<text>", " <text>"), ("<text>", "<x:a>a</x:a><text>"), ("<text>", "<>a</><text>"),
        ("<text>", (0..<32).map { "<a\($0)>a</a\($0)>" }.joined() + "<text>"),
        ("<message id=\"3\"", "<message id=\"03\""), ("<message id=\"3\"", "<message id=\"0\""),
        ("<message id=\"3\"", "<message id=\"9007199254740993\""),
        ("<message id=\"3\"", "<message id=\"18446744073709551619\""), ("<message id=\"3\"", "<message id=\"\""),
        ("<message id=\"3\"", "<message form=\"1\" id=\"3\""), ("<message id=\"3\"", "<message id='3'"),
        ("<message id=\"3\"", "<!-- --><message id=\"3\""), ("<message id=\"3\"", "<later/><message id=\"3\""),
        (" added=\"", " added=\"&"), (" added=\"", " added=\"<"), (" added=\"", " added=\"a"),
        (" added=\"", " added=\"\(String(repeating: "0", count: 5000))"), (" stamp=\"", " stamp=\"0"),
        (" stamp=\"", " stamp=\"9999999999999999999"), (" nonce=\"", " nonce=\"A"), (" sig=\"", " sig=\"="),
        (" salt=\"", " later=\"\" salt=\""), (" salt=\"", " salt=\"é"), (" origin=\"", " group=\"\" origin=\""),
        (" group=\"", " group=\"A"), (" group=\"\(Sample.group)\"", " group=\"AAAAAAAAAAAAAAAAAAAAAA\""),
        (" bytes=\"3\"", " bytes=\"30000\""), (" bytes=\"3\"", " bytes=\"0\""),
        ("/></message>", "></x-mood></message>"),
        ("<gone id", "<gone later=\"\" id"), ("\"/>\n</chat>", "\"></damaged>\n</chat>"),
        ("<listed id", "<listed form=\"2\" id"),
        (" origin=\"0\"", " origin=\"2\""), (" origin=\"0\"", " origin=\"00\""), (" origin=\"0\"", " origin=\"\""),
        (" origin=\"0\"", " origin=\"18446744073709551616\""), (" values=\"none\"", " values=\"some\""),
        (" values=\"none\"", " values=\"none\" later=\"\""), ("<origin key=\"", "<origin key=\"A"),
        ("<origin key", "<origin later=\"\" key"), ("<damaged id=\"15\"", "<damaged id=\"0\""),
        ("<damaged id", "<damaged form=\"2\" id"),
        ("</message>\n", "</message>"), ("</message>\n", "</message>\r\n"), ("</message>\n", "</message>\na"),
        ("</chat>\n", "</chat>"), ("</chat>\n", "</chat>\n\n"), ("</chat>\n", "</chat>\na"), ("</chat>\n", ""),
        ("</chat>\n", "</chat>\n</chat>\n"),
    ]

    @Test(arguments: changes)
    func `the scanner leaves a page of another form to the XML parser`(old: String, new: String) throws {
        let page = String(decoding: try page(), as: UTF8.self)
        let changed = page.replacing(old, with: new, maxReplacements: 1)
        #expect(!changed.utf8.elementsEqual(page.utf8))
        let bytes = Array(changed.utf8)
        #expect(try !isScanned(bytes))
        expectSameReading(of: bytes)
    }

    @Test func `the scanner leaves bytes that are not UTF-8 to the XML parser`() throws {
        let page = try page(text: "one two")
        let start = try #require(page.firstRange(of: Array("one two".utf8))).lowerBound
        for bad in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]] as [[UInt8]] {
            let bytes = page[..<start] + bad + page[start...]
            #expect(try !isScanned(Array(bytes)))
            expectSameReading(of: Array(bytes))
        }
    }

    @Test func `the scanner reads no entries after an empty root`() throws {
        let page = String(decoding: PageWriter(.log).end(head: Sample.head), as: UTF8.self)
        let bytes = Array(page.replacing(">\n</chat>", with: "/>\n</chat>").utf8)
        #expect(try !isScanned(bytes))
        expectSameReading(of: bytes)
    }

    @Test func `the scanner reads 1,000 messages, but not 1,001`() throws {
        let message = try Sample.message(text: "one")
        for count in [1000, 1001] as [UInt64] {
            var writer = PageWriter(.log)
            for id in 1...count {
                writer.append(id: Sample.id(id), message: message, arrival: UnixTime(milliseconds: 0))
            }
            var head = Sample.head
            head.high = Sample.id(2000)
            head.next = LogPosition(id: Sample.id(2000), mark: head.next.mark)
            let page = writer.end(head: head)
            #expect(try isScanned(page) == (count == 1000))
            expectSameReading(of: page)
        }
    }

    /// Returns a page from the start of a log that lists a message under many ids.
    private func list(_ count: UInt64, whole: UInt64 = 0) throws -> [UInt8] {
        let message = try Sample.message(text: "one")
        var writer = PageWriter(.log)
        for id in 1...count {
            if id <= whole {
                writer.append(id: Sample.id(id), message: message, arrival: UnixTime(milliseconds: 0))
            } else {
                writer.list(id: Sample.id(id), message)
            }
        }
        var head = Sample.head
        head.high = Sample.id(20_000)
        head.next = LogPosition(id: head.high, mark: head.next.mark)
        return writer.end(head: head)
    }

    @Test(arguments: [0, 900] as [UInt64])
    func `a page has 10,000 entries, but not 10,001, however many of them are whole`(whole: UInt64) throws {
        let page = try list(10_000, whole: whole)
        #expect(try isScanned(page))
        expectSameReading(of: page)
        guard case .read(_, let entries) = Reading(page, withScanner: true) else {
            Issue.record("The page is not read.")
            return
        }
        #expect(entries.count == 10_000)
        let tooLong = try list(10_001, whole: whole)
        #expect(try !isScanned(tooLong))
        #expect(Outcome(reading: tooLong) == .unreadable)
    }

    @Test func `a page with 10,000 origins and as many entries is read, and one with more origins is not`() throws {
        func page(_ origins: Int) throws -> [UInt8] {
            let page = String(decoding: try list(10_000), as: UTF8.self)
            let origin = "<origin key=\"\(Sample.key.publicKey)\"/>\n"
            return Array(page.replacing(origin, with: String(repeating: origin, count: origins)).utf8)
        }
        let most = try page(10_000)
        #expect(try isScanned(most))
        expectSameReading(of: most)
        let tooMany = try page(10_001)
        #expect(try !isScanned(tooMany))
        #expect(Outcome(reading: tooMany) == .unreadable)
    }

    /// Every way to change one byte of a page to one of these.
    @Test(arguments: "<>&;\"'/= \n\r0a-_é\u{0}".utf8)
    func `a page with one other byte is read as the XML parser reads it`(byte: UInt8) throws {
        let message = try Sample.message(text: "1 < 2 & \r\u{1F468}")
        var writer = PageWriter(.log)
        writer.append(id: Sample.id(3), message: message, arrival: UnixTime(milliseconds: 0))
        writer.gone(id: Sample.id(11), digest: message.digest)
        writer.list(id: Sample.id(12), message.withoutErasableValues)
        writer.damaged(id: Sample.id(13), digest: message.digest)
        let page = writer.end(head: Sample.head)
        var scanned = 0
        for index in page.indices {
            var bytes = page
            bytes[index] = byte
            expectSameReading(of: bytes)
            if (try? isScanned(bytes)) == true { scanned += 1 }
        }
        // A page that did not change is scanned.
        let unchanged = page.count { $0 == byte }
        #expect(scanned >= unchanged)
    }
}
