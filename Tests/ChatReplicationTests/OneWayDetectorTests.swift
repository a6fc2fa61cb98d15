import ChatModel
import Testing

@testable import ChatReplication

struct OneWayDetectorTests {
    private let key = SigningKey().publicKey

    @Test func `a node that only requests is reported once after the grace`() {
        var detector = OneWayDetector(grace: .seconds(60))
        var requesters = Requesters()
        requesters.noteRequest(of: key, takesMessages: true, confirmed: nil, at: .zero, peers: [])
        requesters.noteRequest(of: key, takesMessages: true, confirmed: nil, at: .seconds(50), peers: [])
        #expect(detector.notices(at: .seconds(59), requesters: requesters, knowsAllPeers: true).isEmpty)
        #expect(detector.notices(at: .seconds(60), requesters: requesters, knowsAllPeers: false).isEmpty)
        #expect(detector.notices(at: .seconds(60), requesters: requesters, knowsAllPeers: true) == [.requestsOnly(key)])
        #expect(detector.notices(at: .seconds(600), requesters: requesters, knowsAllPeers: true).isEmpty)
    }

    @Test func `a node that has requested for a moment and is gone is not reported`() {
        var detector = OneWayDetector(grace: .seconds(60))
        var requesters = Requesters()
        requesters.noteRequest(of: key, takesMessages: true, confirmed: nil, at: .zero, peers: [])
        #expect(detector.notices(at: .seconds(75), requesters: requesters, knowsAllPeers: true).isEmpty)
        requesters.noteRequest(of: key, takesMessages: true, confirmed: nil, at: .seconds(90), peers: [])
        #expect(detector.notices(at: .seconds(90), requesters: requesters, knowsAllPeers: true) == [.requestsOnly(key)])
    }

    @Test func `a peer that never requests is reported once after the grace`() {
        var detector = OneWayDetector(grace: .seconds(60))
        detector.pulled(from: key, at: .zero)
        #expect(
            detector.notices(at: .seconds(60), requesters: Requesters(), knowsAllPeers: true) == [.neverRequests(key)])
        #expect(detector.notices(at: .seconds(600), requesters: Requesters(), knowsAllPeers: true).isEmpty)
    }

    @Test func `a peer whose requests are remembered from an earlier lifetime is not reported`() {
        var detector = OneWayDetector(grace: .seconds(60))
        detector.pulled(from: key, at: .zero)
        let notices = detector.notices(
            at: .seconds(600), requesters: Requesters(), earlier: [key], knowsAllPeers: true)
        #expect(notices.isEmpty)
    }

    @Test func `a configured peer that requests and cannot be reached is not reported`() {
        var detector = OneWayDetector(grace: .seconds(60))
        var requesters = Requesters()
        requesters.noteRequest(of: key, takesMessages: true, confirmed: nil, at: .seconds(590), peers: [])
        let notices = detector.notices(
            at: .seconds(600), requesters: requesters, required: [key], knowsAllPeers: true)
        #expect(notices.isEmpty)
    }

    @Test func `a node that requests pages and takes nothing of them is not reported`() {
        var detector = OneWayDetector(grace: .seconds(60))
        var requesters = Requesters()
        requesters.noteRequest(of: key, takesMessages: false, confirmed: nil, at: .zero, peers: [])
        #expect(detector.notices(at: .seconds(600), requesters: requesters, knowsAllPeers: true).isEmpty)
        requesters.noteRequest(of: key, takesMessages: true, confirmed: nil, at: .seconds(600), peers: [])
        #expect(
            detector.notices(at: .seconds(600), requesters: requesters, knowsAllPeers: true) == [.requestsOnly(key)])
    }

    @Test func `nodes that pull from each other are not reported`() {
        var detector = OneWayDetector(grace: .seconds(60))
        detector.pulled(from: key, at: .zero)
        var requesters = Requesters()
        requesters.noteRequest(of: key, takesMessages: true, confirmed: nil, at: .seconds(30), peers: [])
        #expect(detector.notices(at: .seconds(600), requesters: requesters, knowsAllPeers: true).isEmpty)
    }
}
