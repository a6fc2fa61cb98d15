import ChatLink
import ChatModel
import ChatXML
import Foundation

/// The list of members as text for a terminal.
extension MemberList {
    func text(details: Bool) -> String {
        var lines: [String] = []
        if let removedBy = standing.removedBy {
            lines.append(
                removedBy == node
                    ? "This node has left the group." + leaversHint
                    : "\(name(of: removedBy)) has removed this node from the group. To come back, ask a member for an invitation."
            )
        }
        if group != nil {
            lines.append(
                ["\(Self.shown(name))  this node", invitation(standing)].compactMap(\.self).joined(separator: "  "))
        }
        if members.isEmpty, removed.isEmpty {
            let what = group == nil ? "This node is in no group." : "This group has no other members."
            lines.append("\(what) Invite another node: tidings invite")
        }
        let byName = members.sorted { ($0.name ?? "", $0.address) < ($1.name ?? "", $1.address) }
        for member in byName { lines.append(line(of: member, details: details)) }
        if !removed.isEmpty { lines.append("Removed:") }
        for member in removed { lines.append(line(of: member, details: details)) }
        return lines.joined(separator: "\n")
    }

    /// Returns the line of the member or removed member with a key.
    func line(of key: PublicKey) -> String {
        if let member = members.first(where: { $0.node == key }) { return line(of: member, details: true) }
        return removed.first { $0.node == key }.map { line(of: $0, details: true) } ?? LinkAddress.scheme + "\(key)"
    }

    /// Returns what a removal does, before it is done.
    func preview(ofRemoving removed: Named, others: [PublicKey], staying: [PublicKey]) -> String {
        var lines: [String] = []
        let shown = name(of: removed.key)
        if removed.standing.losses.contains(removed.key) {
            lines.append("All members remove \(shown) when they hear of it.")
        } else if removed.standing.removedBy == nil {
            let inviter = removed.standing.invitedBy.flatMap { $0 == node ? nil : $0 }.map {
                "Ask \(name(of: $0)), who has invited it, to remove it, too."
            }
            lines.append("Only this node removes \(shown). " + (inviter ?? "The others have to do it, too."))
        }
        if !others.isEmpty { lines.append("These are removed, too: \(names(of: others)).") }
        if !staying.isEmpty { lines.append("This node invites, so that they stay: \(names(of: staying)).") }
        lines.append("Whoever is removed keeps the messages that it has.")
        return lines.joined(separator: "\n")
    }
}

// MARK: - Lines

extension MemberList {
    private func line(of member: Member, details: Bool) -> String {
        var words = [shownName(of: member), shownState(of: member)]
        if let progress = progress(of: member) { words.append(progress) }
        if let removedBy = member.standing.removedBy, member.paired != nil {
            words.append("no member any more (\(removal(by: removedBy, of: member.node))), kept on this node")
        } else if let invitation = invitation(member.standing) {
            words.append(invitation)
        }
        if member.paired == nil { words.append("(--peer \(member.address))") }
        if let person = samePerson(as: member) { words.append(person) }
        if let hidden = member.hidden { words.append(Self.hidden(hidden)) }
        if details { words.append(member.node.map { "\(LinkAddress.scheme)\($0)" } ?? member.address) }
        var lines = [words.joined(separator: "  ")]
        if details, member.paired != nil, let places = member.address.split(separator: "@").dropFirst().first {
            lines.append("at \(places)")
        }
        if !member.problem.isEmpty, details || !Self.absences.contains(member.failure ?? "") {
            lines.append(member.problem)
        }
        if member.waiting > 0 { lines.append(Self.waiting(member.waiting)) }
        lines += member.node.map(petnames) ?? []
        if let successor = successor(of: member) {
            lines.append(
                "Not seen for \(Self.longestAbsence / 86_400_000) days, and another \(Self.shown(member.name ?? "")) has joined "
                    + "(\(LinkAddress.scheme)\(successor)). If that is the same person, remove this one: tidings members remove "
                    + "\(member.node.map { "\(LinkAddress.scheme)\($0)" } ?? "")")
        }
        return lines.joined(separator: "\n    ")
    }

    private func samePerson(as member: Member) -> String? {
        switch member.standing.same {
        case .both: return "the same person as this node"
        case .here: return "this node says that it is the same person; it has to say so, too: tidings same"
        case .there: return "says that it is the same person as this node; to confirm: tidings same"
        case nil: break
        }
        guard let person = member.standing.person else { return nil }
        let others = members.filter { $0.standing.person == person && $0.node != member.node }
        let names = (standing.person == person ? [Self.shown(name)] : []) + others.map(shownName)
        return names.isEmpty ? nil : "the same person as \(names.joined(separator: ", "))"
    }

    private func line(of member: Removed, details: Bool) -> String {
        var words = [member.name.map(Self.shown) ?? "(no name)"]
        words.append(removal(by: member.standing.removedBy, of: member.node) + " \(Self.age(now - member.since)) ago")
        if standing.removedBy == nil, let id = member.standing.removalID {
            let waiting = members.filter {
                $0.paired != nil && $0.standing.removedBy == nil && $0.node != member.standing.removedBy
                    && ($0.confirmed ?? .zero) < id
            }
            if !waiting.isEmpty {
                words.append("not heard yet by: \(waiting.map(shownName).joined(separator: ", "))")
            }
        }
        if let hidden = member.hidden { words.append(Self.hidden(hidden)) }
        if details || isAmbiguous(member.name) { words.append("\(LinkAddress.scheme)\(member.node)") }
        if member.waiting > 0 { words.append("\n    " + Self.waiting(member.waiting)) }
        words += petnames(at: member.node).map { "\n    " + $0 }
        return "  " + words.joined(separator: "  ")
    }

    private func petnames(at node: PublicKey) -> [String] {
        petnames.filter { $0.node == node }.map {
            "who writes there as \(Self.shown($0.user)) is \(Self.shown($0.name)) here"
        }
    }

    private func removal(by author: PublicKey?, of key: PublicKey?) -> String {
        guard let author else { return "removed on this node" }
        return author == key ? "has left" : "removed by \(name(of: author))"
    }

    /// The members that know that this node has left do not answer it any more.
    private var leaversHint: String {
        let heard = members.contains { $0.failure == "peer-removed" && $0.since > standing.removalArrived ?? $0.since }
        return heard ? " Another member has heard it." : " No other member has heard it yet: let this node run."
    }

    private static func waiting(_ count: UInt64) -> String {
        "\(count) of its messages wait: this node takes in only so much of a member in a day. They come by themselves. "
            + "To take in as much again now: tidings members let-in. To read none of them: tidings members hide"
    }

    private static func hidden(_ hidden: String) -> String {
        hidden == "dropped" ? "its messages are hidden and dropped here" : "its messages are hidden here"
    }

    private func invitation(_ standing: Standing) -> String? {
        guard standing.removedBy == nil else { return nil }
        return standing.isFounder ? "founded the group" : standing.invitedBy.map { "invited by \(name(of: $0))" }
    }

    private func shownName(of member: Member) -> String {
        guard let name = member.name else { return "(no name yet)" }
        // Two members can have the same name.
        let key = member.node.map { " (\(LinkAddress.scheme)\($0.base64URL.prefix(8))…)" } ?? ""
        return Self.shown(name) + (isAmbiguous(name) ? key : "")
    }

    private func isAmbiguous(_ name: String?) -> Bool {
        members.count { $0.name == name } + removed.count { $0.name == name } > 1
    }

    private func names(of keys: [PublicKey]) -> String { keys.map(name(of:)).joined(separator: ", ") }

    func name(of key: PublicKey) -> String {
        if key == node { return "this node" }
        if let member = members.first(where: { $0.node == key }) { return shownName(of: member) }
        return removed.first { $0.node == key }?.name.map(Self.shown) ?? "\(LinkAddress.scheme)\(key)"
    }

    /// Returns a name as it is, or as a quotation if it could be taken for a part of the list.
    static func shown(_ name: String) -> String {
        let visible = name.visible(maximumScalars: Limits.shortFieldScalars)
        let isPlain =
            visible.trimmingCharacters(in: .whitespaces) == visible && !visible.contains("  ")
            && !visible.hasPrefix(LinkAddress.scheme)
        return isPlain ? visible : visible.quoted
    }
}

// MARK: - States

extension MemberList {
    private static let longestAbsence: UInt64 = 30 * 86_400_000
    /// The failures of a peer that is off, or behind a network that is.
    private static let absences: Set = ["unreachable", "broken-off", "no-answer", "too-slow", "unavailable"]

    private func shownState(of member: Member) -> String {
        switch member.state {
        case "in-sync", "behind": "online"
        case "not-stored": "online, its messages cannot be stored"
        case "this-node": "this node itself"
        case "unconfirmed": "to be confirmed (tidings members resume, or remove)"
        case "paused": "paused"
        default: Self.lastContact(member).map { "last seen \(Self.age(now - $0)) ago" } ?? "not seen yet"
        }
    }

    private func progress(of member: Member) -> String? {
        if let behind = member.behind, behind > 0 { return "\(behind) of its messages to come" }
        switch member.unconfirmed {
        case nil: return nil
        case 0: return member.state == "in-sync" ? "in sync" : "has everything"
        case 1: return "lacks 1 message"
        case let count?: return "lacks \(count) messages"
        }
    }

    /// Returns the key of a member with the same name that has come since the last contact with this one, if that was long ago.
    private func successor(of member: Member) -> PublicKey? {
        guard let name = member.name, let last = Self.lastContact(member) ?? member.paired, member.paired != nil,
            now - last >= Self.longestAbsence
        else { return nil }
        return members.first { $0.name == name && $0.node != member.node && $0.paired.map { $0 > last } == true }?.node
    }

    private static func lastContact(_ member: Member) -> UnixTime? {
        [member.lastPage, member.lastRequest].compactMap(\.self).max()
    }

    private static func age(_ milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1000
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}

// MARK: - Names

extension MemberList {
    /// A member that can be changed.
    struct Named {
        let key: PublicKey
        let standing: Standing
    }

    /// The characters of the beginning of a key, at least.
    private static let leastPrefix = 4

    /// - Throws: ``AdministrationSocket/Failure`` unless exactly one member is meant by a name, a key or the beginning of a key.
    func member(_ text: String) throws(AdministrationSocket.Failure) -> Named {
        let candidates = memberCandidates
        if !candidates.contains(where: { $0.name == text }), text != name,
            removed.contains(where: { $0.name == text })
        {
            throw AdministrationSocket.Failure(
                sentence: "\(text) is removed. To exchange messages with it again: tidings members keep")
        }
        return try only(text, in: candidates)
    }

    /// - Throws: ``AdministrationSocket/Failure`` unless exactly one removed member is meant.
    func removedMember(_ text: String) throws(AdministrationSocket.Failure) -> Named {
        try only(text, in: removedCandidates)
    }

    private var memberCandidates: [Candidate] {
        members.compactMap { member in
            guard member.paired != nil, let key = member.node else { return nil }
            return (Named(key: key, standing: member.standing), member.name, line(of: member, details: true))
        }
    }

    private var removedCandidates: [Candidate] {
        removed.map { (Named(key: $0.node, standing: $0.standing), $0.name, line(of: $0, details: true)) }
    }

    /// - Throws: ``AdministrationSocket/Failure`` unless exactly one member or removed member is meant.
    func known(_ text: String) throws(AdministrationSocket.Failure) -> Named {
        try only(text, in: memberCandidates + removedCandidates)
    }

    private typealias Candidate = (named: Named, name: String?, line: String)

    private func only(
        _ text: String, in candidates: [Candidate]
    ) throws(AdministrationSocket.Failure) -> Named {
        if text == name, !candidates.contains(where: { $0.name == text }) {
            throw AdministrationSocket.Failure(sentence: "\(text) is this node. To leave: tidings members leave")
        }
        let text = text.hasPrefix(LinkAddress.scheme) ? String(text.dropFirst(LinkAddress.scheme.count)) : text
        // A name that looks like a key is not considered one: a member chooses its name itself.
        let key = try? PublicKey(base64URL: text)
        let found = candidates.filter { one in
            if let key { return one.named.key == key }
            return one.name == text || text.utf8.count >= Self.leastPrefix && one.named.key.base64URL.hasPrefix(text)
        }
        if found.count == 1 { return found[0].named }
        throw AdministrationSocket.Failure(
            sentence: found.isEmpty
                ? "Nobody in the list has this name or key: \(text). Look at it: tidings members"
                : "Which one? Give the key instead of \(text):\n" + found.map(\.line).joined(separator: "\n"))
    }
}
