import ChatModel
import ChatStore
import InMemoryLogging
import Logging
import Synchronization
import TestSupport
import Testing

@testable import ChatGroup

@Suite struct AddressLearnerTests {
    private static let place = HostPort(host: "192.168.1.7", port: 7411)

    /// The stored addresses of one peer.
    private final class Places: Sendable {
        private let state = Mutex<(places: [HostPort], error: StoreError?)>(([AddressLearnerTests.place], nil))

        var all: [HostPort] { state.withLock { $0.places } }

        func fail(with error: StoreError?) { state.withLock { $0.error = error } }

        func set(_ places: [HostPort]) throws(StoreError) {
            let error = state.withLock { state in
                if state.error == nil { state.places = places }
                return state.error
            }
            if let error { throw error }
        }
    }

    private let peer = SigningKey().publicKey
    private let time = ManualTime()
    private let places = Places()
    private let handler = InMemoryLogHandler()

    private var learner: AddressLearner {
        AddressLearner(time: time, logger: Logger(label: "test") { [handler] _ in handler }) { [peer, places] key in
            key == peer ? places.all : nil
        } setPlaces: { [places] new, _ throws(StoreError) in
            try places.set(new)
        }
    }

    private var lines: [String] { handler.entries.map { "\($0.message)" } }

    @Test func `a new address comes first, with the port of the newest one`() async {
        await learner.learn("::ffff:192.168.1.8", of: peer)
        #expect(places.all == [HostPort(host: "192.168.1.8", port: 7411), Self.place])
        #expect(lines.isEmpty)
    }

    @Test func `a known address, one of this machine and one of an unknown peer are not learned`() async {
        let learner = learner
        await learner.learn("192.168.1.7", of: peer)
        await learner.learn("127.0.0.1", of: peer)
        await learner.learn("192.168.1.8", of: SigningKey().publicKey)
        #expect(places.all == [Self.place])
    }

    @Test func `a peer changes its address at most once a minute, and has at most 16`() async {
        let learner = learner
        for number in 0..<20 {
            await learner.learn("10.0.0.\(number)", of: peer)
            await learner.learn("10.0.1.\(number)", of: peer)
            time.advance(by: .seconds(61))
        }
        #expect(places.all == (4..<20).reversed().map { HostPort(host: "10.0.0.\($0)", port: 7411) })
    }

    @Test func `an address that cannot be stored is logged once, until one is stored again`() async {
        let learner = learner
        func learn(_ hosts: String...) async {
            for host in hosts {
                await learner.learn(host, of: peer)
                time.advance(by: .seconds(61))
            }
        }
        places.fail(with: .diskFull)
        await learn("10.0.0.1", "10.0.0.1", "10.0.0.2")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("cannot store the new address of a peer") == true)
        #expect(lines.first?.contains("disk") == true)
        places.fail(with: nil)
        await learn("10.0.0.1")
        #expect(places.all.first?.host == "10.0.0.1")
        places.fail(with: .diskFull)
        await learn("10.0.0.3", "10.0.0.3")
        #expect(lines.count == 2)
    }
}
