import ChatModel
import ChatXML
import Foundation

/// The history as text for a terminal.
extension MemberList {
    func line(of act: History.Act) -> String {
        let date = Date(timeIntervalSince1970: Double(act.time.milliseconds) / 1000)
        let time = date.formatted(.iso8601.dateSeparator(.dash).dateTimeSeparator(.space))
        return "\(time)  \(who(act.by))  \(what(act))"
    }

    private func who(_ by: String) -> String {
        switch by {
        case "terminal": "command"
        case "browser": "the owner's browser"
        case "user": "browser"
        default: shown(by)
        }
    }

    private func what(_ act: History.Act) -> String {
        // What a browser says of itself may look like a key.
        let subject = act.what.contains("session") ? Self.shown(act.of).quoted : shown(act.of)
        switch act.what {
        case "admits": return "invited \(subject)"
        case "removes": return act.by == act.of ? "left the group" : "removed \(subject)"
        case "invite": return "made an invitation"
        case "join": return "joined a group"
        case "leave": return "left the group"
        case "address": return "showed or changed the addresses"
        case "add-phone": return "made a code for a phone"
        case "session": return "began a session: \(subject)"
        case "session-ended": return "ended a session: \(subject)"
        case "owner-session": return "became the owner's: \(subject)"
        case "password-set": return "set the password of the \(subject)"
        case "password-removed": return "removed the password of the \(subject)"
        case let change: return "\(change) \(subject)"
        }
    }

    /// Returns the name of a member for its key, and another text without control characters.
    private func shown(_ text: String) -> String {
        guard let key = try? PublicKey(base64URL: text) else { return Self.shown(text) }
        return "\(name(of: key)) (\(text.prefix(8)))"
    }
}
