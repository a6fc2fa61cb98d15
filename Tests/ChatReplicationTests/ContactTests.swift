import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatReplication

struct ContactTests {
    private let key = SigningKey().publicKey
    private let other = SigningKey().publicKey
    /// The zero of the monotonic clock is this time.
    private let zero = UnixTime(milliseconds: 1_000_000_000)

    private var anchor: WallAnchor {
        var anchor = WallAnchor()
        anchor.set(now: .zero, wall: zero)
        return anchor
    }

    private func head(of node: PublicKey, _ name: String) -> PageHead {
        PageHead(node: node, name: name, instance: .random(), low: .zero, high: .zero, next: .start)
    }

    private func requesters(
        _ key: PublicKey, confirmed: LogID?, isProven: Bool = false, at now: Duration
    ) -> [PublicKey: Requesters.Requester] {
        var requesters = Requesters()
        requesters.noteRequest(
            of: key, confirmed: confirmed, isProven: isProven, at: now, peers: [])
        return requesters.all
    }

    private var remembered: Contact {
        var contact = Contact(node: key, name: "ben")
        (contact.confirmed, contact.lastRequest) = (.at(7), UnixTime(milliseconds: 1))
        (contact.lastPage, contact.lastInSync) = (UnixTime(milliseconds: 2), UnixTime(milliseconds: 3))
        return contact
    }

    @Test func `nothing is known of a peer that has never answered`() {
        let report = PullReport()
        #expect(
            Contact(
                report, key: nil, remembered: nil, requesters: requesters(key, confirmed: .at(1), at: .zero), anchor)
                == nil)
    }

    @Test func `what is remembered is known before the peer answers, and while it fails`() {
        var report = PullReport()
        for _ in 1...2 {
            #expect(Contact(report, key: nil, remembered: remembered, requesters: [:], anchor) == remembered)
            report.failed(.unreachable(.refused), at: .seconds(1))
        }
    }

    @Test func `requests count before the peer answers, if its key is remembered`() {
        let requesters = requesters(key, confirmed: .at(9), at: .seconds(5))
        let contact = Contact(PullReport(), key: nil, remembered: remembered, requesters: requesters, anchor)
        #expect(contact?.lastRequest == zero + 5000)
        #expect(contact?.confirmed == .at(9))
        #expect(contact?.lastPage == remembered.lastPage)
    }

    @Test(arguments: [(7, 9), (9, 9), (11, 11)] as [(UInt64, UInt64)])
    func `the highest confirmed id counts, and newer times replace remembered ones`(now: UInt64, confirmed: UInt64) {
        var (report, earlier) = (PullReport(), remembered)
        earlier.confirmed = .at(9)
        report.received(head(of: key, "Ben"), at: .seconds(4))
        report.reached(.zero, isFetched: true, isStored: true, at: .seconds(6))
        let requesters = requesters(key, confirmed: .at(now), at: .seconds(5))
        let contact = Contact(report, key: nil, remembered: earlier, requesters: requesters, anchor)
        #expect(contact?.name == "Ben")
        #expect(contact?.confirmed == .at(confirmed))
        #expect(contact?.lastPage == zero + 4000)
        #expect(contact?.lastRequest == zero + 5000)
        #expect(contact?.lastInSync == zero + 6000)
    }

    @Test func `what is remembered of another key does not count`() {
        var report = PullReport()
        report.received(head(of: other, "eva"), at: .seconds(4))
        var expected = Contact(node: other, name: "eva")
        expected.lastPage = zero + 4000
        #expect(Contact(report, key: nil, remembered: remembered, requesters: [:], anchor) == expected)
    }

    @Test func `a required key is known with its first request, and before that nothing is`() {
        #expect(Contact(PullReport(), key: key, remembered: nil, requesters: [:], anchor) == nil)
        let requesters = requesters(key, confirmed: .at(9), isProven: true, at: .seconds(5))
        let contact = Contact(PullReport(), key: key, remembered: nil, requesters: requesters, anchor)
        var expected = Contact(node: key, name: "")
        (expected.isProven, expected.confirmed, expected.lastRequest) = (true, .at(9), zero + 5000)
        #expect(contact == expected)
    }

    @Test func `what is remembered of another key does not count for a required key`() {
        #expect(Contact(PullReport(), key: other, remembered: remembered, requesters: [:], anchor) == nil)
    }

    @Test func `a proven request replaces what is remembered of claims`() {
        let requesters = requesters(key, confirmed: .at(3), isProven: true, at: .seconds(5))
        let contact = Contact(PullReport(), key: key, remembered: remembered, requesters: requesters, anchor)
        var expected = remembered
        (expected.isProven, expected.confirmed, expected.lastRequest) = (true, .at(3), zero + 5000)
        #expect(contact == expected)
    }

    @Test func `a peer that only claims its key gets no proof from the requests of the node that has it`() {
        let requesters = requesters(key, confirmed: .at(9), isProven: true, at: .seconds(5))
        let contact = Contact(PullReport(), key: nil, remembered: remembered, requesters: requesters, anchor)
        #expect(contact?.isProven == false)
        #expect(contact?.confirmed == .at(9))
        let later = self.requesters(key, confirmed: .at(11), at: .seconds(6))
        #expect(
            Contact(PullReport(), key: nil, remembered: contact, requesters: later, anchor)?.confirmed == .at(11))
    }

    @Test func `a claim changes nothing that is remembered of proven requests`() {
        var proven = remembered
        proven.isProven = true
        let requesters = requesters(key, confirmed: .at(9), at: .seconds(5))
        #expect(Contact(PullReport(), key: key, remembered: proven, requesters: requesters, anchor) == proven)
    }

    @Test func `nothing is known of an address that leads back to this node`() {
        var report = PullReport()
        report.received(head(of: other, "self"), isThisNode: true, at: .zero)
        #expect(Contact(report, key: nil, remembered: remembered, requesters: [:], anchor) == nil)
    }
}
