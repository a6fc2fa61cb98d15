import ChatModel
import Testing

@Suite struct LogIDTests {
    @Test(arguments: [
        ("0", 0), ("1", 1), ("2147483647", 2_147_483_647), ("9007199254740992", 1 << 53), ("007", 7),
    ])
    func `decimal digits up to 2^53 are parsed as an id`(text: String, number: UInt64) {
        #expect(LogID(decimal: text)?.rawValue == number)
    }

    @Test(arguments: [
        "", " ", "-1", "+1", " 1", "1 ", "1.0", "0x1", "1e3", "a", "9007199254740993", "9223372036854775807",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999", "\u{661}", "1\u{0}", "１",
    ])
    func `text that is not a decimal id up to 2^53 is refused`(text: String) {
        #expect(LogID(decimal: text) == nil)
    }

    @Test func `advancing an id stops at the end of the range`() {
        let end = LogID(rawValue: 1 << 53)!
        #expect(LogID(rawValue: (1 << 53) + 1) == nil)
        #expect(end.advanced(by: 1) == end)
        #expect(end.advanced(by: .max) == end)
        #expect(LogID.zero.advanced(by: 5).rawValue == 5)
        #expect(LogID.zero.advanced(by: 0) == .zero)
        #expect(end.description == "9007199254740992")
    }
}
