import ChatModel
import TestSupport
import Testing

@Suite struct FailureCodeTests {
    @Test func `every code is lowercase words joined by hyphens`() {
        #expect(FailureCode.registry.count > 80)
        for code in FailureCode.registry {
            #expect(code.rawValue.wholeMatch(of: /[a-z]+(-[a-z0-9]+)*/) != nil, "\(code)")
        }
    }

    @Test func `no two codes are equal`() {
        #expect(Set(FailureCode.registry).count == FailureCode.registry.count)
    }
}
