public import ChatModel
internal import Foundation
internal import LMDB
internal import SystemPackage

/// Builds a new store from everything that can be read of a damaged one. The damaged store is never changed.
///
/// - Messages keep their ids, and gone entries stay. Marks are computed again: they are the same up to the first record that is
///   missing.
/// - The group and the node key are taken over. Post keys are, too, if a client may still use them: they follow from the
///   messages that this node wrote.
/// - Cursors, quarantine and counters are not: the node reads the logs of its peers again from the start.
/// - The next id jumps at the first opening, as that of any copy.
public struct StoreRebuild {
    private static let batchRecords = 1000

    private let tables: Tables
    private let environment: Environment
    private let salvage: Salvage
    /// The node's public key; nil if the key file is lost.
    private let origin: PublicKey?
    private let now: UnixTime
    private var end = Mark.zero
    private var lastID: UInt64 = 0
    private var largestStamp = Stamp.zero
    private var largestShown = Stamp.zero
    private var latestArrival = UnixTime(milliseconds: 0)
    private var renumbered = 0
    private var breaks = 0
    private var firstBreak: UInt64?

    /// Builds a new store in the folder `target` from the damaged store in `source`, whose folder the caller has locked.
    ///
    /// - Throws: ``StoreError``: `folder-unusable` if `target` exists and is not empty, if it cannot be written, or if another
    ///   process builds it; `node-key-unreadable`, `schema-unknown`, `disk-full`. Then nothing of the new store remains.
    /// - Complexity: O(n log n), and one verification of 100 µs for each message, on all cores. Blocks its thread.
    public static func build(
        _ target: String, from source: StoreFolder, time: any TimeSource
    ) throws(StoreError) -> RebuildReport {
        // Before the work, because the key may be unreadable.
        let key = source.hasKey ? try source.loadKey(replacingLost: false) : nil
        let building = try RebuildFolder(target, besides: source)
        do {
            let report = try fill(building.folder, from: source, key, time)
            try building.finish()
            return report
        } catch {
            building.remove()
            throw StoreError(error)
        }
    }

    private static func fill(
        _ folder: StoreFolder, from source: StoreFolder, _ key: SigningKey?, _ time: any TimeSource
    ) throws -> RebuildReport {
        // More than either environment needs. It reserves address space only.
        let mapSizeBytes = 4 * source.storeBytes + 64 << 20
        let temporary = folder.path + "/salvage"
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
        let salvage = try Salvage(of: source.storeFile.string, in: temporary, mapSizeBytes: mapSizeBytes)
        if let schema = salvage.schemas.max(), !salvage.schemas.contains(StoreFolder.schemaVersion) {
            throw StoreError.schemaUnknown(
                folder: source.path, schema: schema, supported: StoreFolder.schemaVersion)
        }
        // Opening ignores the build date.
        let database = try folder.openDatabase(
            StoreOptions(
                folder: folder.path, mapSizeBytes: mapSizeBytes, group: salvage.group, time: time, buildDate: time.wall)
        )
        var rebuild = StoreRebuild(
            tables: database.tables, environment: database.environment, salvage: salvage, origin: key?.publicKey,
            now: time.wall)
        let report = try rebuild.run()
        try FileManager.default.removeItem(atPath: temporary)
        // The new files have the names of the old ones, which say what ids were given, and other identities.
        for file in try source.idsFiles() { _ = try folder.createIDsFile(file.name) }
        if let key { try folder.write(key) }
        try folder.synchronize()
        return report
    }

    private init(
        tables: Tables, environment: Environment, salvage: Salvage, origin: PublicKey?, now: UnixTime
    ) {
        (self.tables, self.environment, self.salvage) = (tables, environment, salvage)
        (self.origin, self.now) = (origin, now)
    }
}

// MARK: - Filling the new store

extension StoreRebuild {
    private mutating func run() throws -> RebuildReport {
        try takeRecords()
        let last = lastID
        try takeOthers()
        return try environment.write { transaction in
            // The store knows no ids file. So the next id jumps at the first opening.
            try tables.meta.put(.lifetime, salvage.lifetime, in: &transaction)
            try tables.meta.put(.nextID, lastID + 1, in: &transaction)
            try tables.meta.put(.largestStamp, largestStamp.rawValue, in: &transaction)
            try tables.meta.put(.largestShown, largestShown.rawValue, in: &transaction)
            try tables.meta.put(.latestArrival, latestArrival.milliseconds, in: &transaction)
            return RebuildReport(
                hasKey: origin != nil, hasGroup: salvage.group != nil,
                messages: try tables.digestIndex.count(in: transaction), renumbered: renumbered,
                breaks: breaks,
                firstBreak: firstBreak, last: last, unreadPages: salvage.unreadPages)
        }
    }

    /// Whether a store can have left out the ids between the last one and this one. A damaged number can be so high
    /// that the new store would have no ids left.
    private func canFollow(_ id: UInt64) -> Bool { id <= LogID.afterLargestJump(from: lastID + 1) }

    /// Takes one record of each id.
    private mutating func takeRecords() throws {
        // The marks from which the next record may continue: after a break, a damaged mark may be the right one or not.
        var marks = [Mark.zero]
        var next: SalvageKey?
        while case let batch = try records(after: next), !batch.isEmpty {
            var ids = batch.chunked { $0.id == $1.id }
            // The next batch may have more records of the last id.
            if batch.count == Self.batchRecords, ids.count > 1 { ids.removeLast() }
            try environment.write { transaction in
                for candidates in ids where canFollow(candidates[0].id.rawValue) {
                    let chosen = Self.choose(candidates, after: marks)
                    let right = marks.map { $0.appending(chosen.digest) }
                    let fits = right.contains(chosen.position.mark)
                    if !fits { noteBreak() }
                    marks = [chosen.position.mark] + (fits ? [] : right)
                    try append(chosen, as: chosen.id.rawValue, in: &transaction)
                }
            }
            next = ids.last?.last.map(SalvageKey.init)
        }
    }

    private mutating func noteBreak() {
        breaks += 1
        firstBreak = firstBreak ?? lastID
    }

    /// Takes the messages that have no id in the new store yet, with new ids.
    private mutating func takeOthers() throws {
        var next: SalvageKey?
        if canFollow(salvage.nextID) { lastID = max(lastID, salvage.nextID - 1) }
        while case let batch = try records(after: next), let last = batch.last {
            try environment.write { transaction in
                for entry in batch where entry.values != nil {
                    guard try tables.digestIndex.get(entry.digest, in: transaction) == nil,
                        lastID + 1 < Limits.idCeiling
                    else { continue }
                    try append(entry, as: lastID + 1, in: &transaction)
                    renumbered += 1
                }
            }
            next = SalvageKey(last)
        }
    }

    private func records(after key: SalvageKey?) throws -> [LogEntry] {
        var entries: [LogEntry] = []
        try salvage.environment.read { transaction in
            let range = key.map { KeyRange.after($0) } ?? .all
            try salvage.records.scan(range, in: transaction, limit: Self.batchRecords) { key, bytes in
                entries.append(try Record.entry(bytes, at: LogID(key: key.id), .asCommitted))
                return .next
            }
        }
        return entries
    }

    /// Returns the record that had the id: the one that continues the chain of marks, or else the one with the latest
    /// commit time. If the gone record and the record of a message are both left, the gone one comes first and counts.
    private static func choose(_ candidates: [LogEntry], after marks: [Mark]) -> LogEntry {
        candidates.first { entry in marks.contains { $0.appending(entry.digest) == entry.position.mark } }
            ?? candidates.max { $0.commitTime < $1.commitTime } ?? candidates[0]
    }

    private mutating func append(_ entry: LogEntry, as id: UInt64, in transaction: inout WriteTransaction) throws {
        if entry.values != nil, let earlier = try tables.digestIndex.get(entry.digest, in: transaction) {
            try makeGone(earlier.id, in: &transaction)
        }
        end = end.appending(entry.digest)
        lastID = id
        let entry = LogEntry(
            position: LogPosition(id: LogID(key: id), mark: end), commitTime: entry.commitTime,
            arrival: entry.commitTime, body: entry.body, isErased: entry.isErased)
        try tables.log.append(id, Record.encode(entry), in: &transaction)
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
        guard let bytes = try tables.log.get(id, in: transaction) else { return }
        let entry = try Record.entry(bytes, at: LogID(key: id), .asCommitted)
        try tables.indexes.remove(entry, in: &transaction)
        try tables.postKeys.remove(id, in: &transaction)
        try tables.log.put(id, Record.encode(entry.gone), in: &transaction)
    }
}

extension [LogEntry] {
    /// Returns the runs of neighbours that belong together.
    fileprivate func chunked(_ belong: (LogEntry, LogEntry) -> Bool) -> [[LogEntry]] {
        reduce(into: []) { runs, entry in
            if let last = runs.last?.last, belong(last, entry) {
                runs[runs.count - 1].append(entry)
            } else {
                runs.append([entry])
            }
        }
    }
}
