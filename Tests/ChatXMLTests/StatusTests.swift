import ChatModel
import ChatXML
import TestSupport
import Testing

struct StatusTests {
    private func time(_ milliseconds: UInt64) -> UnixTime { UnixTime(milliseconds: milliseconds) }

    private func status(
        _ others: PeersStatus, of groupID: GroupID = .none, isOfFormerGroup: Bool = false
    ) throws -> (NodeStatus, PublicKey) {
        let key = SigningKey().publicKey
        let status = NodeStatus(
            node: key, name: "my \"laptop\"\u{1}", instance: .random(), groupID: groupID,
            isOfFormerGroup: isOfFormerGroup, now: time(1), started: time(2), revision: 3,
            web: "v",
            store: StoreStatus(
                messages: 4, high: .zero.advanced(by: 5), bytes: 6, limitBytes: 7, damaged: 2, healed: 3,
                failure: StoreStatus.Failure(code: .diskFull, since: time(22))), peers: others)
        return (status, key)
    }

    @Test func `status.xml has all known values in the order of the documentation`() throws {
        let other = SigningKey().publicKey
        var peer = PeerStatus(address: "http://ben/?a&b", state: .failing(.tooSlow), since: time(10))
        (peer.node, peer.name, peer.lastPage, peer.lastInSync) = (other, "ben", time(11), time(12))
        (peer.behind, peer.lastRequest, peer.confirmed, peer.unconfirmed) = (13, time(14), .zero.advanced(by: 15), 16)
        (peer.refused, peer.exceptions, peer.foreign) = (17, 18, 20)
        peer.isProven = true
        peer.laterForm = .zero.advanced(by: 21)
        let requester = PeersStatus.Requester(node: other, lastRequest: time(19))
        let others = PeersStatus(peers: [peer], requesters: [requester])
        let (status, key) = try status(others, of: Sample.group)
        let expected = """
            <status node="\(key)" name="my &quot;laptop&quot;\u{FFFD}" instance="\(status.instance)" \
            group="\(Sample.group)" now="1" started="2" revision="3" web="v">
            <store messages="4" high="5" bytes="6" limit="7" damaged="2" healed="3" failure="disk-full" \
            failure-since="22"/>
            <peer address="http://ben/?a&amp;b" state="failing" since="10" failure="too-slow" node="\(other)" name="ben" \
            last-page="11" last-in-sync="12" behind="13" last-request="14" confirmed="15" proven="yes" \
            unconfirmed="16" refused="17" exceptions="18" foreign="20" later-form="21">It's &lt;gone&gt;.</peer>
            <requester node="\(other)" last-request="19"/>
            </status>

            """
        let xml = status.xml { _ in "It's <gone>." }
        #expect(String(decoding: xml, as: UTF8.self) == expected)
    }

    @Test func `a node of no group has no attribute group`() throws {
        let (status, _) = try status(PeersStatus())
        #expect(!String(decoding: status.xml { _ in nil }, as: UTF8.self).contains("group"))
        let (former, _) = try self.status(PeersStatus(), isOfFormerGroup: true)
        #expect(String(decoding: former.xml { _ in nil }, as: UTF8.self).contains(#" former-group="yes" now="1""#))
    }

    @Test(
        arguments: [
            (PeerStatus.State.connecting, "connecting", nil), (.inSync, "in-sync", nil), (.behind, "behind", nil),
            (.failing(.tooSlow), "failing", "too-slow"), (.failing(.storeNotRead(.busy)), "failing", "busy"),
            (.failing(.refused(status: 404, nil)), "failing", "refused"),
            (.failing(.refused(status: 503, nil)), "failing", "unavailable"),
            (.failing(.unreachable(.notHTTP)), "failing", "no-page"),
            (.failing(.unreachable(.noRoute)), "failing", "unreachable"),
            (.failing(.unreachable(.notLink)), "failing", "no-page"),
            (.failing(.unreachable(.otherKey(SigningKey().publicKey))), "failing", "other-node"),
            (.failing(.otherNode(SigningKey().publicKey)), "failing", "other-page"),
            (.failing(.refused(.notPaired)), "failing", "not-paired"),
            (.failing(.refused(.peerRemoved)), "failing", "peer-removed"),
            (.failing(.refused(.pairingRequired)), "failing", "pairing-required"),
            (.failing(.cursorUnknown), "failing", "cursor-unknown"),
            (.failing(.refused(.cursorUnknown, status: 400)), "failing", "refused"),
            (.notStored(.diskFull), "not-stored", "disk-full"), (.thisNode, "this-node", nil),
        ] as [(PeerStatus.State, String, String?)])
    func `a peer has a word for its state and its failure, and no attribute for a value that is not known`(
        state: PeerStatus.State, name: String, failure: String?
    ) throws {
        let peer = PeerStatus(address: "a", state: state, since: time(1))
        let (status, _) = try status(PeersStatus(peers: [peer]))
        let word = failure.map { " failure=\"\($0)\"" } ?? ""
        let counts = "refused=\"0\" exceptions=\"0\" foreign=\"0\""
        let line = "<peer address=\"a\" state=\"\(name)\" since=\"1\"\(word) \(counts)"
        let without = String(decoding: status.xml { _ in nil }, as: UTF8.self)
        #expect(without.contains(line + "/>\n"))
        let with = String(decoding: status.xml { $0 == state ? "Sentence." : nil }, as: UTF8.self)
        #expect(with.contains(line + ">Sentence.</peer>\n"))
    }

    @Test(arguments: [(400, "34560000000"), (-400, "-34560000000")])
    func `a peer whose clock differs by days has the difference in milliseconds`(days: Int, attribute: String) throws {
        let (earlier, later) = (time(1_000_000), time(1_000_000) + 400 * 86_400_000)
        var peer = PeerStatus(address: "a", state: .inSync, since: time(1))
        peer.clockDifference =
            days > 0 ? ClockDifference(peer: later, own: earlier) : ClockDifference(peer: earlier, own: later)
        let (status, _) = try status(PeersStatus(peers: [peer]))
        #expect(String(decoding: status.xml { _ in nil }, as: UTF8.self).contains(" clock-ahead=\"\(attribute)\"/>"))
    }
}
