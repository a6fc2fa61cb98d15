import TestSupport
import Testing

@testable import ChatModel

@Suite struct AddressRecordTests {
    private func record(_ value: String) throws -> AddressRecord? {
        AddressRecord(try Sample.message(["places": value]))
    }

    @Test(
        arguments: [
            ("1 10.0.0.1:7411", ["10.0.0.1:7411"]), ("7 none", []), ("1 -,noport,[fd00::1]:0,h:7411", ["h:7411"]),
            ("1 \(String(repeating: "h", count: 300)):7411", []),
            ("1 " + (1...9).map { "h:\($0)" }.joined(separator: ","), (1...8).map { "h:\($0)" }),
        ])
    func `the first 8 addresses with a port count`(value: String, places: [String]) throws {
        #expect(try record(value)?.places.map(\.description) == places)
    }

    @Test(arguments: ["10.0.0.1:7411", "x 10.0.0.1:7411", "-1 none", "9007199254740993 none", "7"])
    func `a value without a number is none`(value: String) throws {
        #expect(try record(value) == nil)
    }

    @Test func `a record has the next number, and the highest one again after itself`() throws {
        #expect(AddressRecord.value(of: [], after: nil) == "1 none")
        #expect(AddressRecord.value(of: [], after: try record("41 none")) == "42 none")
        let highest = try #require(try record("9007199254740992 none"))
        #expect(AddressRecord.value(of: [], after: highest) == "9007199254740992 none")
    }
}
