import ChatModel
import Foundation
import Testing

@Suite struct FailureCodeTests {
    @Test func `every code is lowercase words joined by hyphens`() {
        for code in FailureCode.allCases {
            #expect(code.rawValue.wholeMatch(of: /[a-z]+(-[a-z0-9]+)*/) != nil, "\(code)")
        }
    }

    @Test func `no two codes are equal`() {
        #expect(Set(FailureCode.allCases).count == FailureCode.allCases.count)
    }

    @Test func `allCases has every code that the registry declares`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let source = tests.appending(path: "../../Sources/ChatModel/FailureCode.swift")
        let declared = try String(contentsOf: source, encoding: .utf8).matches(of: /static let \w+ = Self\("(.+)"\)/)
        #expect(declared.map { String($0.output.1) }.sorted() == FailureCode.allCases.map(\.rawValue).sorted())
    }
}
