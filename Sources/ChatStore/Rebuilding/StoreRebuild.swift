public import ChatModel
internal import Foundation
internal import LMDB
internal import SystemPackage

/// Builds a new store from everything that can be read of a damaged one. The damaged store is never changed.
///
/// - Undamaged records keep their ids, and gone entries stay. Marks are computed again: they are the same up to the first
///   record that is missing.
/// - A message whose record is damaged gets a new id, if its signature is valid and no other record has the message.
/// - An arrival that is after the wall clock is decided again: one millisecond after the record before. So messages that were
///   stored under a clock that ran ahead are displayed in the order of the log.
/// - The founder, the node key, paired peers and invitations are copied. As after a restore, a person confirms the
///   peers, and the invitations are void. Post keys are, too, if a client may still use them: they follow from the
///   messages that this node wrote.
/// - Cursors, counters and contacts are not: the node reads the logs of its peers again from the start.
/// - The next id jumps at the first opening, as that of any copy.
public struct StoreRebuild {
    private let tables: Tables
    private let environment: Environment
    private let salvage: Salvage
    /// The group of the node's messages.
    private let group: ChatModel.GroupID
    /// The ids files of the damaged store.
    private let idsFiles: [IDsFile]
    /// The node's public key; nil if the key file is lost.
    private let origin: PublicKey?
    private let now: UnixTime
    /// Arrivals after this time are decided again.
    private let latestPossible: UnixTime
    private var redated = 0
    private var end = Mark.zero
    private var lastID: UInt64 = 0
    private var largestStamp = Stamp.zero
    private var largestShown = Stamp.zero
    private var latestArrival = UnixTime(milliseconds: 0)
    private var renumbered = 0
    /// The marks from which the next record may continue: after a break, a damaged mark may be the right one or not.
    private var marks = [Mark.zero]
    private var breaks = 0
    private var firstBreak: UInt64?

    /// Builds a new store in the folder `target` from the damaged store in `source`, whose folder the caller has locked.
    ///
    /// - Parameter buildDate: a time before the program was built. Under a clock that shows an earlier time, arrivals stay.
    /// - Throws: ``StoreError``: `folder-unusable` if `target` exists and is not empty, if it cannot be written, or if another
    ///   process builds it; `node-key-unreadable`, `schema-unknown`, `disk-full`. Then nothing of the new store remains.
    /// - Complexity: O(n log n), and one verification of 100 µs for each message, on all cores. Blocks its thread.
    public static func build(
        _ target: String, from source: StoreFolder, time: any TimeSource, buildDate: UnixTime
    ) throws(StoreError) -> RebuildReport {
        // Before the work, because the key may be unreadable.
        let key = source.hasKey ? try source.loadKey(replacingLost: false).key : nil
        let building = try RebuildFolder(target, besides: source)
        do {
            let report = try fill(building.folder, from: source, key, time.wall, buildDate)
            try building.finish()
            return report
        } catch {
            building.remove()
            throw StoreError(error)
        }
    }

    private static func fill(
        _ folder: StoreFolder, from source: StoreFolder, _ key: SigningKey?, _ now: UnixTime, _ buildDate: UnixTime
    ) throws -> RebuildReport {
        // More than either environment needs. It reserves address space only.
        let mapSizeBytes = 16 * source.storeBytes + 64 << 20
        let temporary = folder.path + "/salvage"
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
        let salvage = try Salvage(of: source.storeFile.string, key, in: temporary, mapSizeBytes: mapSizeBytes)
        if !salvage.hasMessages, let schema = salvage.schemas.max(),
            !salvage.schemas.contains(StoreFolder.schemaVersion)
        {
            throw StoreError.schemaUnknown(
                folder: source.path, schema: schema, supported: StoreFolder.schemaVersion)
        }
        if let key { try folder.write(key) }
        let (group, founder) = try salvage.groupAndFounder()
        let database = try folder.openDatabase(
            StoreOptions(
                folder: folder.path, mapSizeBytes: mapSizeBytes, time: SystemTime(), buildDate: buildDate))
        if let founder {
            try database.environment.write { transaction in
                try database.tables.putFounder(founder, in: &transaction)
            }
        }
        let idsFiles = try source.idsFiles()
        var rebuild = StoreRebuild(
            tables: database.tables, environment: database.environment, salvage: salvage, group: group,
            idsFiles: idsFiles, origin: key?.publicKey, now: now,
            latestPossible: now < buildDate ? Stamp.latest.time : now)
        let report = try rebuild.run()
        try FileManager.default.removeItem(atPath: temporary)
        // The new files have the names of the old ones, which say what ids were given, and other identities.
        for file in idsFiles { _ = try folder.createIDsFile(file.name) }
        try folder.synchronize()
        return report
    }

    private init(
        tables: Tables, environment: Environment, salvage: Salvage, group: ChatModel.GroupID, idsFiles: [IDsFile],
        origin: PublicKey?, now: UnixTime, latestPossible: UnixTime
    ) {
        (self.tables, self.environment, self.salvage, self.group) = (tables, environment, salvage, group)
        (self.idsFiles, self.origin, self.now, self.latestPossible) = (idsFiles, origin, now, latestPossible)
    }
}

// MARK: - Filling the new store

extension StoreRebuild {
    private mutating func run() throws -> RebuildReport {
        try copyRecords()
        let last = lastID
        try copyRecordsWithoutID()
        try copyMessages()
        return try environment.write { transaction in
            // The store knows no ids file. So the next id jumps at the first opening.
            if let lifetime { try tables.meta.put(.lifetime, lifetime, in: &transaction) }
            try tables.meta.put(.nextID, lastID + 1, in: &transaction)
            try tables.meta.put(.largestStamp, largestStamp.rawValue, in: &transaction)
            try tables.meta.put(.largestShown, largestShown.rawValue, in: &transaction)
            try tables.meta.put(.latestArrival, latestArrival.milliseconds, in: &transaction)
            for peer in salvage.peers.values { try tables.pairing.put(peer, in: &transaction) }
            for invitation in salvage.invitations.values { try tables.pairing.put(invitation, in: &transaction) }
            try tables.suspendAfterRestore(peersOf: origin, in: &transaction)
            // Old LMDB pages may have the values of messages that were deleted since.
            try tables.eraseAllDeleted(in: &transaction)
            var rooms: [RoomPrefix] = []
            try tables.roomIndex.scanRooms(in: transaction) { rooms.append($0) }
            try tables.newestRoomIndex.update(rooms, since: 1, in: &transaction)
            return RebuildReport(
                hasKey: origin != nil, hasGroup: try tables.founder(in: transaction) != nil,
                messages: try tables.digestIndex.count(in: transaction), renumbered: renumbered,
                redated: redated, breaks: breaks, firstBreak: firstBreak, last: last,
                unreadLMDBPages: salvage.unreadLMDBPages)
        }
    }

    /// The number of the last lifetime in which an id was given; nil if no file says it.
    private var lifetime: UInt64? { idsFiles.map(\.name.lifetime).max() }

    /// Copies one record of each id.
    private mutating func copyRecords() throws {
        var next: SalvageKey?
        // The records of one id, which may be in two slices.
        var candidates: [LogEntry] = []
        while case let slice = try salvage.slice(after: next), let last = slice.last {
            try environment.write { transaction in
                for candidate in slice.entries {
                    if let first = candidates.first, first.id != candidate.id {
                        try copyRecord(of: candidates, in: &transaction)
                        candidates = []
                    }
                    candidates.append(candidate)
                }
            }
            next = last
        }
        try environment.write { transaction in try copyRecord(of: candidates, in: &transaction) }
    }

    /// Copies one of the records with the same id.
    private mutating func copyRecord(of candidates: [LogEntry], in transaction: inout WriteTransaction) throws {
        guard let entry = choose(candidates) else { return }
        let right = marks.map { $0.appending(entry.digest) }
        let fits = continues(entry)
        if !fits { noteBreak() }
        marks = [entry.position.mark] + (fits ? [] : right)
        try append(entry, as: entry.id.rawValue, in: &transaction)
    }

    /// Whether a record continues the chain of marks.
    private func continues(_ entry: LogEntry) -> Bool {
        marks.contains { $0.appending(entry.digest) == entry.position.mark }
    }

    /// Returns the record that had the id: the one that continues the chain of marks, or else the one with the latest
    /// arrival. If the gone record and the record of a message are both left, the gone one comes first and counts. Nil for
    /// no records.
    private func choose(_ candidates: [LogEntry]) -> LogEntry? {
        candidates.first(where: continues) ?? candidates.max { $0.arrival < $1.arrival }
    }

    private mutating func noteBreak() {
        breaks += 1
        firstBreak = firstBreak ?? lastID
    }

    /// Copies the undamaged records of messages that have no id in the new store yet, with new ids.
    private mutating func copyRecordsWithoutID() throws {
        var next: SalvageKey?
        while case let slice = try salvage.slice(after: next), let last = slice.last {
            try environment.write { transaction in
                for entry in slice.entries { try appendWithNewID(entry, in: &transaction) }
            }
            next = last
        }
    }

    /// Copies the messages of damaged records that no undamaged record has, with new ids.
    private mutating func copyMessages() throws {
        var next: Digest?
        while let (entries, last) = try salvage.messages(after: next) {
            try environment.write { transaction in
                for entry in entries {
                    guard case .message(let message) = entry.body, group.accepts(message.group) else {
                        continue
                    }
                    try appendWithNewID(arrivingLast(entry), in: &transaction)
                }
            }
            next = last
        }
    }

    /// Returns the entry of a damaged record with the arrival of the latest record so far. Its own time may be
    /// wrong, because no checksum covers it.
    private func arrivingLast(_ entry: LogEntry) -> LogEntry {
        LogEntry(
            position: entry.position, arrival: lastID > 0 ? latestArrival : now, body: entry.body,
            isErased: entry.isErased)
    }

    /// Returns the arrival of the next record of the new store.
    private mutating func arrival(of entry: LogEntry) -> UnixTime {
        guard entry.arrival > latestPossible else { return entry.arrival }
        redated += 1
        return lastID > 0 ? latestArrival + 1 : now
    }

    /// Appends a message under a new id, unless the new store has the message.
    private mutating func appendWithNewID(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard entry.values != nil, try tables.digestIndex.get(entry.digest, in: transaction) == nil else { return }
        let id = renumbered == 0 ? firstNewID : lastID + 1
        guard id < Limits.idCeiling else { return }
        try append(entry, as: id, in: &transaction)
        renumbered += 1
    }

    /// The first id that the damaged store has surely not given: the id that a copy of it would give next.
    private var firstNewID: UInt64 {
        let stored = IDStart.Stored(
            next: lastID + 1, lifetime: lifetime, lastMessage: lastID > 0 ? latestArrival : nil)
        return IDStart(stored, files: idsFiles, hasRun: true, now: now).next
    }

    private mutating func append(_ entry: LogEntry, as id: UInt64, in transaction: inout WriteTransaction) throws {
        if entry.values != nil, let earlier = try tables.digestIndex.get(entry.digest, in: transaction) {
            try makeGone(earlier.id, in: &transaction)
        }
        end = end.appending(entry.digest)
        let entry = LogEntry(
            position: LogPosition(id: LogID(key: id), mark: end), arrival: arrival(of: entry), body: entry.body,
            isErased: entry.isErased)
        lastID = id
        try tables.log.append(UInt32(clamping: id), tables.recordFormat.encode(entry), in: &transaction)
        latestArrival = max(latestArrival, entry.arrival)
        guard case .message(let message) = entry.body else { return }
        try tables.indexes.insert(entry, in: &transaction)
        if message.origin == origin, PostKeys.mayBeRepeated(message, at: now) {
            try tables.postKeys.add(message.nonce, id: id, in: &transaction)
        }
        largestStamp = max(largestStamp, message.stamp)
        largestShown = max(largestShown, message.stamp.displayStamp(arrival: entry.arrival))
    }

    /// Makes an earlier record of a message gone. Only an old LMDB page of the damaged store still had this record.
    private func makeGone(_ id: UInt64, in transaction: inout WriteTransaction) throws {
        guard let bytes = try tables.log.get(UInt32(clamping: id), in: transaction) else { return }
        let entry = try tables.recordFormat.entry(bytes, at: LogID(key: id))
        try tables.indexes.remove(entry, in: &transaction)
        try tables.postKeys.remove(id, in: &transaction)
        try tables.log.put(UInt32(clamping: id), tables.recordFormat.encode(entry.gone), in: &transaction)
    }
}
