import ChatModel
import Foundation
import TestSupport
import Testing

@Suite struct GroupIDTests {
    @Test(arguments: [
        "", "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB", "AQAAAAAAAAAAAAAAAAAAA", "AQAAAAAAAAAAAAAAAAAAAAA",
        "AQAAAAAAAAAAAAAAAAAAAA==", "AQAAAAAAAAAAAAAAAAAAA/", " QAAAAAAAAAAAAAAAAAAAAA",
    ])
    func `the id of a group is canonical base64url of 16 bytes that are not all zero`(text: String) throws {
        #expect(refusal { _ = try GroupID(named: text) } == .badValue)
        #expect(try GroupID(named: "AQAAAAAAAAAAAAAAAAAAAA").bytes == [1] + [UInt8](repeating: 0, count: 15))
    }

    @Test func `a node accepts messages of its own group and of none`() {
        let (group, other) = (Sample.group, Sample.otherGroup)
        #expect(group.accepts(group) && group.accepts(.none) && !group.accepts(other))
        #expect(GroupID.none.accepts(.none) && !GroupID.none.accepts(group))
    }
}
