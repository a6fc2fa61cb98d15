import ChatGroup
import ChatLink
import ChatModel
import ChatReplication

extension Notice {
    /// The sentence for the node's owner: what happened, and what to do.
    var sentence: String {
        switch self {
        case .failing(let failure):
            "No messages come from this peer now. The node requests them again, at least once a minute. "
                + failure.ownerSentence
        case .offline(let failure):
            "The peer is offline. The node requests its messages again, at least once a minute. \(failure.ownerSentence)"
        case .answering:
            "The peer answers again."
        case .restored:
            "The peer's log was restored or replaced. The node continues after the newest message that both have."
        case .thisNode:
            "This peer is the node itself. Remove the address from the --peer flags."
        case .clone:
            "Another node has this node's key, probably because its folder is a copy. Both nodes continue. To make the "
                + "copy a node of its own, stop the copy, move its node.key away and start it once with --new-key."
        case .badMessages(let first, let refusal):
            "This peer sends invalid messages, the first with id \(first): \(refusal.sentence) The node stores the "
                + "valid ones. Tell the peer's owner."
        case .laterForm(let first, let form):
            "This peer has messages that this version of Tidings cannot read, the first with id \(first): they have form "
                + "\(form), this version knows forms up to \(Message.highestForm). The node stores the other messages. Install "
                + "a newer version: the node then requests these messages again."
        case .omitsMessages(let id):
            "Messages from id \(id) on are missing or changed in this peer's log. The node stores the messages that come, "
                + "and requests the rest again once a day and at each start. A peer that gets damaged messages of its own "
                + "store back causes this for a while. If it goes on for days, the peer's owner should stop the peer and run "
                + "tidings check."
        case .repeating:
            "The peer sends messages again and again that this node has stored. The node requests them more slowly."
        case .waiting(let origin):
            "The member \(LinkAddress.scheme)\(origin) has written more than this node takes in of a member in a day, or whom it has "
                + "invited has. The rest waits, and comes by itself later. To see who it is: tidings members. To take in a day's "
                + "messages more at once: tidings members let-in. To read none of them: tidings members hide."
        case .notStored(let error):
            "Messages from this peer are not stored. \(error.ownerSentence)"
        case .storing:
            "Messages from this peer are stored again."
        case .cursorNotRead(let error):
            "The position in this peer's log cannot be read. \(error.ownerSentence)"
        case .withoutGroup(let own):
            "This peer is in no group, and this node is in the group \(own). The peer reads nothing from a node of a group, "
                + "and this node stores only messages of members. To let the peer join, invite it: tidings invite."
        case .healed(let count):
            "This peer had messages that were damaged in this node's store: \(count). They are stored again with new ids."
        case .clocksDiffer(let clocks, let name):
            "The clock of this peer\(name.map { ", \($0.quoted)," } ?? "") says \(clocks.peer) UTC, and the clock of this machine says "
                + "\(clocks.own) UTC. Set the one that is wrong. No message is lost, but people see messages from the machine "
                + "with the wrong clock in a wrong place."
        }
    }
}
