import ChatModel
import ChatXML
import Foundation
import TestSupport
import Testing

/// Pages that would cost a parser much time or stack. The reader must finish each one quickly.
@Suite(.serialized) struct CostTests {
    /// The most that one page may cost, in times of the CPU time of a loop over its bytes. Without the checks, some pages cost
    /// far more.
    private static let bound = 20.0
    private static let loopSeconds = seconds {
        var sum = 0
        for byte in [UInt8](repeating: 1, count: Limits.pulledPageBytes) { sum = sum &* 31 &+ Int(byte) }
        return sum
    }.seconds

    private func outcome(of page: String) -> Outcome {
        let bytes = Array(page.utf8)
        let (outcome, seconds) = Self.seconds { Outcome(readingOnce: bytes) }
        #expect(seconds < Self.bound * Self.loopSeconds)
        return outcome
    }

    private static func seconds<Result>(_ body: () -> Result) -> (result: Result, seconds: Double) {
        let start = threadSeconds
        let result = body()
        return (result, threadSeconds - start)
    }

    /// The CPU time of this thread. Neither other programs nor other threads, which earlier tests may have left behind, count.
    private static var threadSeconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func page(filledWith unit: String) -> String {
        Sample.root + String(repeating: unit, count: Limits.pulledPageBytes / unit.utf8.count) + "</chat>"
    }

    @Test func `a tag with a million attributes is refused`() {
        let attributes = (0..<1_000_000).map { " a\($0)=''" }.joined()
        #expect(outcome(of: "<chat" + attributes + ">") == .noReadableRoot)
        #expect(outcome(of: Sample.root + "<message" + attributes + "/></chat>") == .unreadable)
    }

    @Test func `a tag can have 32 attributes, but not 33`() {
        let tag = { (count: Int) in "<user" + (0..<count).map { " a\($0)=''" }.joined() + ">" }
        let page = Sample.page(Sample.element)
        #expect(outcome(of: page.replacing("<user>", with: tag(32))) == .read([Sample.id(7)], bad: [:]))
        #expect(outcome(of: page.replacing("<user>", with: tag(33))) == .unreadable)
    }

    @Test func `a tag can have 4 KiB, but not one byte more`() {
        let tag = { (bytes: Int) in "<user a='" + String(repeating: ">", count: bytes - 11) + "'>" }
        let page = Sample.page(Sample.element)
        #expect(outcome(of: page.replacing("<user>", with: tag(Limits.tagBytes))) == .read([Sample.id(7)], bad: [:]))
        #expect(outcome(of: page.replacing("<user>", with: tag(Limits.tagBytes + 1))) == .unreadable)
    }

    @Test func `100,000 nested elements are refused`() {
        #expect(outcome(of: page(filledWith: "<a>")) == .unreadable)
        let levels = String(repeating: "<chat>", count: 100_000)
        #expect(outcome(of: levels) == .noReadableRoot)
    }

    @Test func `16 levels of elements make one bad message, and 17 make the page unreadable`() {
        let message = { (levels: Int) in
            Sample.element(
                id: 7, String(repeating: "<a>", count: levels - 2) + String(repeating: "</a>", count: levels - 2))
        }
        let bad = Outcome.read([Sample.id(7)], bad: [Sample.id(7): .badMarkup])
        #expect(outcome(of: Sample.root + (message(16)) + "</chat>") == bad)
        #expect(outcome(of: Sample.root + (message(17)) + "</chat>") == .unreadable)
    }

    @Test func `a page can have twice the elements of the largest legal page, but not one more`() {
        let page = { (count: Int) in Sample.page(Sample.element(id: 7, String(repeating: "<a/>", count: count))) }
        let most = 2 * Limits.pageMessages * (Limits.fieldCount + 1) - 2  // Root and message are elements too.
        let bad = Outcome.read([Sample.id(7)], bad: [Sample.id(7): .tooManyFields])
        #expect(outcome(of: page(most)) == bad)
        #expect(outcome(of: page(most + 1)) == .unreadable)
    }

    @Test func `unknown elements of a page count as elements`() {
        let page = { (count: Int) in Sample.page(String(repeating: "<later/>", count: count)) }
        let most = 2 * Limits.pageMessages * (Limits.fieldCount + 1) - 1  // The root is an element too.
        #expect(outcome(of: page(most)) == .read([], bad: [:]))
        #expect(outcome(of: page(most + 1)) == .unreadable)
    }

    @Test(arguments: [
        "<a/>", "<message/>", "<a></b>", "<x:a/>", "<a b='' b=''/>", "</a>", "&#1;", "&x;", "&", "&#65;", "&#x110000;",
        "é",
        "]]>", "a ", "<", ">", "'", "\u{0}", "<a", "<a '", "<message id='7'><a></message>",
    ])
    func `four megabytes of one repeated piece are refused`(unit: String) {
        #expect(outcome(of: page(filledWith: unit)) == .unreadable)
    }

    @Test func `four megabytes of white space are an empty page`() {
        #expect(outcome(of: page(filledWith: " ")) == .read([], bad: [:]))
    }

    @Test func `a page can have 1,000 messages, but not 1,001`() {
        let page = { (count: UInt64) in
            let messages = (1...count as ClosedRange<UInt64>).map { Sample.element(id: $0) }.joined()
            return Sample.root.replacing("=\"58\"", with: "=\"2000\"") + messages + "</chat>"
        }
        #expect(outcome(of: page(1_001)) == .unreadable)
        guard case .read(let ids, [:]) = outcome(of: page(1_000)) else {
            Issue.record("A page of 1,000 was not read.")
            return
        }
        #expect(ids.count == 1_000)
    }
}
