import ChatModel
import ChatXML
import Testing

@Suite("The status as XML")
struct StatusTests {
    private func time(_ milliseconds: UInt64) -> UnixTime { UnixTime(milliseconds: milliseconds) }

    private func status(_ group: GroupStatus) throws -> (NodeStatus, PublicKey) {
        let key = SigningKey().publicKey
        let status = NodeStatus(
            node: key, name: "my \"laptop\"\u{1}", instance: .random(), now: time(1), started: time(2), revision: 3,
            page: "v",
            store: StoreStatus(messages: 4, high: .zero.advanced(by: 5), bytes: 6, limitBytes: 7), group: group)
        return (status, key)
    }

    @Test("has what is known, in the order of the documentation")
    func whole() throws {
        let other = SigningKey().publicKey
        var peer = PeerStatus(address: "http://ben/?a&b", state: .failing("It's <gone>."), since: time(10))
        (peer.node, peer.name, peer.answered, peer.current) = (other, "ben", time(11), time(12))
        (peer.behind, peer.asked, peer.read, peer.unread) = (13, time(14), .zero.advanced(by: 15), 16)
        (peer.quarantined, peer.skipped) = (17, 18)
        let asker = GroupStatus.Asker(node: other, asked: time(19))
        let (status, key) = try status(GroupStatus(peers: [peer], askers: [asker]))
        let expected = """
            <status node="\(key)" name="my &quot;laptop&quot;\u{FFFD}" instance="\(status.instance)" now="1" started="2" \
            revision="3" page="v">
            <store messages="4" high="5" bytes="6" limit="7"/>
            <peer address="http://ben/?a&amp;b" state="failing" since="10" node="\(other)" name="ben" answered="11" \
            current="12" behind="13" asked="14" read="15" unread="16" quarantined="17" skipped="18">\
            It's &lt;gone&gt;.</peer>
            <asker node="\(other)" asked="19"/>
            </status>

            """
        #expect(String(decoding: status.xml, as: UTF8.self) == expected)
    }

    @Test(
        "leaves out what is not known, and says what is wrong only where something is",
        arguments: [
            (PeerStatus.State.connecting, "connecting", "/>"), (.current, "current", "/>"), (.behind, "behind", "/>"),
            (.notStored("Full."), "not-stored", ">Full.</peer>"),
            (.itself, "itself", ">This address leads back to the node itself; take it off the --peer list.</peer>"),
        ])
    func states(state: PeerStatus.State, name: String, end: String) throws {
        let peer = PeerStatus(address: "a", state: state, since: time(1))
        let (status, _) = try status(GroupStatus(peers: [peer]))
        let line = "<peer address=\"a\" state=\"\(name)\" since=\"1\" quarantined=\"0\" skipped=\"0\"\(end)\n"
        #expect(String(decoding: status.xml, as: UTF8.self).contains(line))
    }
}
