import ChatModel
import ChatXML
import TestSupport
import Testing

@Suite struct PageWriterTests {
    private static let arrival = UnixTime(milliseconds: 1_294_219_801_234)

    private func page(_ view: PageView, _ messages: [Message], head: PageHead = Sample.head) -> String {
        var writer = PageWriter(view)
        for (index, message) in messages.enumerated() {
            writer.append(id: Sample.id(UInt64(index) + 7), message: message, arrival: Self.arrival)
        }
        return String(decoding: writer.end(head: head), as: UTF8.self)
    }

    @Test func `the article's view is byte for byte what the article's PHP prints`() throws {
        #expect(page(.article, []) == "<chat>\n</chat>\n")
        let message = try Sample.message(["room": "kitchen", "device": "laptop"])
        #expect(
            page(.article, [message, message]) == """
                <chat>
                <message added="2011-01-05 09:30:00" id="7">
                    <user>jack</user>
                    <text>This is a test</text>
                </message>
                <message added="2011-01-05 09:30:00" id="8">
                    <user>jack</user>
                    <text>This is a test</text>
                </message>
                </chat>

                """)
    }

    @Test func `the chat view has the head, and the arrival, digest and all fields of each message`() throws {
        let message = try Sample.message(["room": "kitchen"])
        let key = Sample.key.publicKey
        #expect(
            page(.chat, [message]) == """
                <chat node="\(key)" name="laptop" instance="AAECAwQFBgcICQoLDA0ODw" low="1" high="58" next="58" \
                mark="ZGVmZ2hpamtsbW5vcHFycw">
                <message added="2011-01-05 09:30:00" id="7" origin="\(key)" stamp="84817988812800000" \
                arrived="1294219801234" digest="\(message.digest)"><room>kitchen</room><text>This is a test</text><user>jack</user></message>
                </chat>

                """)
    }

    @Test(arguments: [
        ("1294219799999", true), ("1294219800000", true), ("1294219800001", false), ("yesterday", false), ("-1", false),
    ])
    func `the chat view has the field written only if it is a time at most the stamp's`(value: String, isShown: Bool)
        throws
    {
        let message = try Sample.message(["written": value])
        #expect(page(.chat, [message]).contains("<written>\(value)</written>") == isShown)
        #expect(page(.log, [message]).contains("<written>\(value)</written>"))
        #expect(page(.chat, [message]).contains("<text>This is a test</text><user>jack</user>"))
    }

    /// - Parameters:
    ///   - arrival: milliseconds from the stamp, 09:30:00, to the arrival.
    ///   - sent: the value of the field `sent`; nil for a message without it.
    @Test(
        arguments: [
            (60_000, nil, "09:30:00"), (-120_000, nil, "09:28:00"), (60_000, "1294219500000", "09:25:00"),
            (-600_000, "1294219500000", "09:20:00"), (60_000, "1294219800001", "09:30:00"),
            (60_000, "five", "09:30:00"),
            (60_000, "-1", "09:30:00"),
        ] as [(Int, String?, String)])
    func `each view has the lowest of stamp, arrival and the field sent as added`(
        arrival: Int, sent: String?, time: String
    ) throws {
        let message = try Sample.message(sent.map { ["sent": $0] } ?? [:])
        for view in [PageView.article, .chat, .log] {
            var writer = PageWriter(view)
            let arrival = UnixTime(milliseconds: UInt64(1_294_219_800_000 + arrival))
            writer.append(id: Sample.id(7), message: message, arrival: arrival)
            let page = String(decoding: writer.end(head: Sample.head), as: UTF8.self)
            #expect(page.contains(" added=\"2011-01-05 \(time)\""), "\(page)")
        }
    }

    @Test func `an erasable field sent changes no time`() throws {
        let fields = try Fields(
            [
                Field(.sent, .erasable(FieldValue("1"))), Field(.text, .erasable(FieldValue("hello"))),
                Field(.user, .kept(FieldValue("jack"))),
            ], salt: Sample.salt)
        let message = try VerifiedMessage(fields, at: Sample.stamp, signing: Sample.key).message
        #expect(page(.chat, [message]).contains("added=\"2011-01-05 09:30:00\""))
    }

    @Test func `the log view has the head, and all signed parts and the signature of each message`() throws {
        let message = try Sample.message()
        let key = Sample.key.publicKey
        #expect(
            page(.log, [message]) == """
                <chat version="1" node="\(key)" name="laptop" instance="AAECAwQFBgcICQoLDA0ODw" low="1" high="58" next="58" \
                mark="ZGVmZ2hpamtsbW5vcHFycw">
                <message id="7" added="2011-01-05 09:30:00" origin="\(key)" stamp="84817988812800000" \
                nonce="AQIDBAUGBwg" sig="\(message.signature)" salt="\(Sample.salt)"><text>This is a test</text><user>jack</user></message>
                </chat>

                """)
    }

    @Test(arguments: [PageView.chat, .log])
    func `values that are gone are written with hash and length, other erasable values with their kind`(
        view: PageView
    ) throws {
        let message = try Sample.message(["x-place": "here", "mood": "good"])
        #expect(
            page(view, [message]).contains(
                "><mood>good</mood><text>This is a test</text><user>jack</user><x-place kind=\"1\">here</x-place></message>"
            ))
        let text = ValueHash(of: try FieldValue("This is a test"), named: .text, salt: Sample.salt)
        let hash = ValueHash(of: try FieldValue("here"), named: try FieldName("x-place"), salt: Sample.salt)
        let without = page(view, [message.withoutErasableValues])
        #expect(
            without.contains(
                "><mood>good</mood><text gone=\"\(text)\" bytes=\"14\"/><user>jack</user>"
                    + "<x-place gone=\"\(hash)\" bytes=\"4\"/></message>"))
        #expect(!without.contains("salt"))
    }

    @Test(arguments: [PageView.article, .chat, .log])
    func `only the log view has gone messages`(view: PageView) throws {
        let digest = try Sample.message().digest
        var writer = PageWriter(view)
        writer.gone(id: Sample.id(9), digest: digest)
        let page = String(decoding: writer.end(head: Sample.head), as: UTF8.self)
        #expect(page.contains("<gone id=\"9\" digest=\"\(digest)\"/>\n") == (view == .log))
    }

    @Test func `a list names each origin once, and the group of a message only if it is not that of the page`() throws {
        let messages = try [GroupID.none, Sample.group].flatMap { group in
            try [Sample.key, Sample.otherKey].map { key in
                try VerifiedMessage(Sample.fields(), of: group, at: Sample.stamp, signing: key).message
            }
        }
        var writer = PageWriter(.log, in: Sample.group)
        for (id, message) in zip([7, 8, 9, 10] as [UInt64], messages) { writer.list(id: Sample.id(id), message) }
        writer.list(id: Sample.id(11), messages[3].withoutErasableValues)
        writer.damaged(id: Sample.id(12), digest: messages[0].digest)
        var head = Sample.head
        head.group = Sample.group
        let page = String(decoding: writer.end(head: head), as: UTF8.self)
        #expect(
            page.hasSuffix(
                """
                >
                <origin key="\(Sample.key.publicKey)"/>
                <listed id="7" digest="\(messages[0].digest)" origin="0" group=""/>
                <origin key="\(Sample.otherKey.publicKey)"/>
                <listed id="8" digest="\(messages[1].digest)" origin="1" group=""/>
                <listed id="9" digest="\(messages[2].digest)" origin="0"/>
                <listed id="10" digest="\(messages[3].digest)" origin="1"/>
                <listed id="11" digest="\(messages[3].digest)" origin="1" values="none"/>
                <damaged id="12" digest="\(messages[0].digest)"/>
                </chat>

                """))
    }

    @Test(arguments: [PageView.article, .chat, .log])
    func `only the log view has damaged messages`(view: PageView) throws {
        let digest = try Sample.message().digest
        var writer = PageWriter(view)
        writer.damaged(id: Sample.id(9), digest: digest)
        let page = String(decoding: writer.end(head: Sample.head), as: UTF8.self)
        #expect(page.contains("<damaged id=\"9\" digest=\"\(digest)\"/>\n") == (view == .log))
    }

    @Test func `the answer to a request by digests says how many were looked up`() {
        var head = Sample.head
        head.done = 3
        #expect(page(.log, [], head: head).contains(" done=\"3\">\n"))
        #expect(!page(.log, []).contains("done"))
    }

    @Test func `byteCount is the size of the messages written so far`() throws {
        var writer = PageWriter(.log)
        #expect(writer.byteCount == 0)
        writer.append(id: Sample.id(1), message: try Sample.message(), arrival: Self.arrival)
        let one = writer.byteCount
        writer.append(id: Sample.id(2), message: try Sample.message(), arrival: Self.arrival)
        #expect(one > 200)
        #expect(writer.byteCount == 2 * one)
    }

    @Test func `exactly the characters that a parser would misread are escaped in contents`() throws {
        let text = "<&>\"'\r\n\t]]> \u{7f}\u{85}\u{2028}\u{FEFF}e\u{301}é\u{1F468}\u{200D}\u{1F469}"
        #expect(
            page(.article, [try Sample.message(text: text)]).utf8.elementsEqual(
                """
                <chat>
                <message added="2011-01-05 09:30:00" id="7">
                    <user>jack</user>
                    <text>&lt;&amp;&gt;"'&#13;\n\t]]&gt; \u{7f}\u{85}\u{2028}\u{FEFF}e\u{301}é\u{1F468}\u{200D}\u{1F469}</text>
                </message>
                </chat>

                """.utf8))
    }

    @Test func `quotation marks, tabs and line breaks are escaped in attributes`() {
        var head = Sample.head
        head.name = "<&>\"'\r\n\té"
        #expect(page(.chat, [], head: head).contains(" name=\"&lt;&amp;&gt;&quot;'&#13;&#10;&#9;é\" "))
    }

    @Test func `U+FFFD replaces scalars that XML does not allow in a node name`() throws {
        var head = Sample.head
        head.name = "a\u{0}b\u{1b}c\u{FFFE}d"
        #expect(
            try ChatPage(reading: Array(page(.chat, [], head: head).utf8)).head.name == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d")
    }
}
