import ChatModel
import ChatStore

/// Decides when the contacts with the peers are stored: a pure value.
///
/// Each poll of a peer changes a time, and an idle node must not write for each of them. So contacts are stored at once when a
/// peer is new, later at most once in ``Pace/contactInterval``, and at most once in ``Pace/contactTimesInterval`` if only
/// times have changed. At the end of the replicator, all changes are stored.
struct ContactSchedule {
    /// The contacts that the store has.
    private var stored: [PeerID: Contact]
    /// When the store was last written, or would have been if that had not failed.
    private var lastAttempt: Duration?
    private let pace: Pace

    init(_ stored: [PeerID: Contact], _ pace: Pace) {
        self.stored = stored
        self.pace = pace
    }

    func hasChanged(_ contacts: [PeerID: Contact]) -> Bool { contacts != stored }

    /// Whether the contacts should be stored now.
    ///
    /// - Parameter now: the time since the start of the replicator.
    func isDue(_ contacts: [PeerID: Contact], at now: Duration) -> Bool {
        guard hasChanged(contacts) else { return false }
        let onlyTimes = contacts.mapValues(\.withoutTimes) == stored.mapValues(\.withoutTimes)
        if onlyTimes { return now - (lastAttempt ?? .zero) >= pace.contactTimesInterval }
        return lastAttempt.map { now - $0 >= pace.contactInterval } ?? true
    }

    /// The contacts were stored.
    mutating func storedAll(_ contacts: [PeerID: Contact], at now: Duration) {
        (stored, lastAttempt) = (contacts, now)
    }

    /// The contacts could not be stored. They are due again as if they had been.
    mutating func failed(at now: Duration) {
        lastAttempt = now
    }
}

extension Contact {
    fileprivate var withoutTimes: Contact {
        var contact = self
        (contact.lastRequest, contact.lastPage, contact.lastInSync) = (nil, nil, nil)
        return contact
    }
}
