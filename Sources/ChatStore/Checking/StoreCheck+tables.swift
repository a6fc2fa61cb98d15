internal import ChatModel
internal import LMDB

// MARK: - The other tables

extension StoreCheck {
    func checkDamagedRecords(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        var open: UInt64 = 0
        let count = scan(tables.damagedRecords, in: transaction) { key, noted in
            let id = UInt64(key)
            if noted.isOpen { open += 1 }
            let record = try tables.log.get(key, in: transaction)
            if let record, tables.recordFormat.isWhole(record, at: id) {
                note(.message(id, "Message \(id) is noted as damaged, and its record is readable again."))
            }
            switch noted.state {
            case .unidentified: break
            case .wanted(_, let digest):
                let stored = try tables.digestIndex.get(digest, in: transaction)
                let key = WantedKey(since: noted.noted, digest: digest)
                if stored?.id != id || stored?.isDamaged != true {
                    note(.bookkeeping("Message \(id) is noted as damaged, and the index of digests does not say so."))
                } else if try !tables.wantedIndex.table.contains(key, in: transaction) {
                    note(.bookkeeping("Message \(id) is damaged, and the list of wanted messages does not have it."))
                }
            case .gone(_, let digest):
                if try tables.digestIndex.get(digest, in: transaction).map({ $0.id <= id }) == true {
                    note(.bookkeeping("Damaged message \(id) is noted as gone, and has no later id."))
                }
            }
        }
        if count > DamagedRecord.maximumCount || open > DamagedRecord.maximumOpen {
            note(
                .bookkeeping(
                    """
                    The store has noted too many damaged records: \(count). The messages of \(open) of them are not \
                    stored again.
                    """))
        }
        attempt("The number of damaged messages cannot be read") {
            let stored = try tables.meta.get(.damaged, in: transaction) ?? 0
            if stored != open {
                note(
                    .bookkeeping("The store has \(open) damaged messages, and its stored number of them is \(stored)."))
            }
        }
    }

    func checkSettings(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        scan(tables.settings, in: transaction)
        attempt("The founder of the node's group cannot be read") {
            _ = try tables.founder(in: transaction)
        }
    }

    func checkNumbers(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        for name in Meta.allCases {
            attempt("The number \(name.rawValue) cannot be read") {
                _ = try tables.meta.get(name, in: transaction)
            }
        }
        attempt("The next id cannot be read") {
            let next = try tables.meta.get(.nextID, in: transaction) ?? 1
            let last = UInt64(try tables.log.last(in: transaction)?.key ?? 0)
            if next <= last || next > Limits.idCeiling {
                note(.store("The next id \(next) is not above the last id, \(last), or is above the largest id."))
            }
        }
    }

    func checkPostKeys(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        let count = scan(tables.postKeys.byID, in: transaction) { _, entry in
            let id = entry.id
            if try tables.postKeys.id(of: entry.nonce, in: transaction) != id {
                note(
                    .bookkeeping(
                        "The post key of message \(id) is missing in the table of post keys, or belongs to another message."
                    ))
            }
            guard let bytes = try tables.log.get(UInt32(clamping: id), in: transaction) else {
                note(.bookkeeping("Message \(id) has a post key but is not in the log."))
                return
            }
            guard let stored = try? tables.recordFormat.entry(bytes, at: LogID(key: id)) else { return }
            guard case .message(let message) = stored.body, message.nonce == entry.nonce else {
                note(.bookkeeping("The table of post keys has a nonce for id \(id) that no message with this id has."))
                return
            }
        }
        if scan(tables.postKeys.byNonce, in: transaction) != count {
            note(.bookkeeping("The two tables of post keys differ in length."))
        }
    }

    func checkPeers(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        var unknown: Set<[UInt8]> = []
        scan(tables.exceptions, in: transaction) { key, record in
            let peer = String(decoding: key.peer, as: UTF8.self)
            if record.exception(key) == nil {
                note(.bookkeeping("An exception in the log of peer \(peer) after id \(key.before) is impossible."))
            }
            if try !tables.peers.contains(key.peer, in: transaction), unknown.insert(key.peer).inserted {
                note(.bookkeeping("There are exceptions in the log of an unknown peer, \(peer)."))
            }
        }
        scan(tables.peers, in: transaction) { id, record in
            let peer = String(decoding: id, as: UTF8.self)
            let exceptions = try PeerID(peer).map {
                try tables.exceptions.count(ExceptionKey.range(of: $0), upTo: .max, in: transaction)
            }
            if UInt64(exceptions ?? 0) != record.exceptions {
                note(.bookkeeping("The stored number of exceptions in the log of peer \(peer) is wrong."))
            }
        }
    }

    func checkContacts(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        scan(tables.contacts, in: transaction) { id, record in
            let peer = String(decoding: id, as: UTF8.self)
            let next = try tables.meta.get(.nextID, in: transaction) ?? 1
            guard let contact = record.contact, PeerID(peer) != nil, contact.confirmed?.rawValue ?? 0 < next else {
                note(.bookkeeping("What the store remembers of peer \(peer) is impossible."))
                return
            }
        }
    }

    func checkPairing(_ pairing: PairingTables, in transaction: borrowing ReadTransaction) {
        scan(pairing.peers, in: transaction) { key, bytes in
            guard pairing.decodedPeer(bytes, key: key) == nil else { return }
            note(.bookkeeping("A paired peer cannot be read. It has to be invited again."))
        }
        scan(pairing.invitations, in: transaction) { key, bytes in
            guard pairing.decodedInvitation(bytes, key: key) == nil else { return }
            note(.bookkeeping("An invitation cannot be read. Nobody can join with it."))
        }
    }
}
