public import ChatModel
internal import Foundation
internal import LMDB
internal import SystemPackage

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The result of building a new store from a damaged one.
public struct RebuildReport: Hashable, Sendable {
    /// The messages of the new store.
    public let messages: Int
    /// The number of messages that have another id in the new store than in the damaged one.
    public let renumbered: Int
    /// The number of breaks in the chain of marks: records are missing there, or a mark is damaged.
    public let breaks: Int
    /// The id of the last record before the first break; 0 if the first record does not fit; nil without a break. Up to
    /// this record, peers know the marks of the new log.
    public let firstBreak: UInt64?
    /// The highest id of a record that was found; 0 if none was. Whether there were later records cannot be seen.
    public let last: UInt64
}

/// Builds a new store from everything that can be read of a damaged one.
///
/// The new store is built in a folder of its own beside the wanted one, which gets its name at the very end. So the wanted
/// folder is complete or does not exist, whenever the process ends. The damaged store is never changed.
///
/// - Messages keep their ids, and gone entries stay. Marks are computed again: they are the same up to the first record that is
///   missing.
/// - The group and the node key are taken over.
/// - Cursors, quarantine and counters are not: the node reads the logs of its peers again from the start.
/// - The next id jumps at the first opening, as that of any copy.
public struct StoreRebuild {
    private static let batchRecords = 1000
    private static let suffix = ".building"

    private let tables: Tables
    private let environment: Environment
    private let salvage: Salvage
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
    /// - Throws: ``StoreError``: `folder-unusable` if `target` exists and is not empty, or cannot be written; `store-missing`,
    ///   `node-key-missing`, `schema-unknown`, `disk-full`.
    /// - Complexity: O(n log n), and one verification of 100 µs for each message, on all cores. Blocks its thread.
    public static func build(
        _ target: String, from source: StoreFolder, time: any TimeSource, buildDate: UnixTime
    ) throws(StoreError) -> RebuildReport {
        do {
            try requireFree(target, besides: source.path)
            let building = target + suffix
            try? FileManager.default.removeItem(atPath: building)
            let report = try build(in: building, from: source, time: time, buildDate: buildDate)
            try finish(building, as: target)
            return report
        } catch {
            throw StoreError(error)
        }
    }

    /// Requires that a folder does not exist or is empty, and is not inside the damaged one.
    private static func requireFree(_ target: String, besides source: String) throws(StoreError) {
        let absolute = { (path: String) in URL(filePath: path).standardizedFileURL.path + "/" }
        if absolute(target).hasPrefix(absolute(source)) {
            throw .rebuildTargetUnusable(target, reason: "it is inside the folder of the damaged store")
        }
        guard FileManager.default.fileExists(atPath: target) else { return }
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: target)
            if names.isEmpty { return }
        } catch {
            throw .rebuildTargetUnusable(target, reason: "\(Errno.notDirectory)")
        }
        throw .rebuildTargetUnusable(target, reason: "it is not empty")
    }

    /// Gives the finished folder its name, and writes the name to the disk.
    private static func finish(_ building: String, as target: String) throws(StoreError) {
        let parent = FilePath(target).removingLastComponent()
        guard unsafe rename(building, target) == 0 else {
            throw .rebuildTargetUnusable(target, reason: "\(Errno(rawValue: errno))")
        }
        do {
            let folder = try FileDescriptor.open(
                parent.isEmpty ? "." : parent, .readOnly, options: [.directory, .closeOnExec])
            try folder.closeAfter {
                guard fsync(folder.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
        } catch {
            throw .folderNotSynchronized(parent.string, reason: "\(error)")
        }
    }

    private static func build(
        in building: String, from source: StoreFolder, time: any TimeSource, buildDate: UnixTime
    ) throws -> RebuildReport {
        let folder = try StoreFolder(path: building)
        defer { folder.unlock() }
        guard source.hasKey else { throw StoreError.nodeKeyMissing(file: source.keyFile.string) }
        let temporary = building + "/salvage"
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
        let salvage = try Salvage(of: source.storeFile.string, in: temporary)
        if let schema = salvage.schema, schema != StoreFolder.schemaVersion {
            throw StoreError.schemaUnknown(
                folder: source.path, schema: schema, supported: StoreFolder.schemaVersion)
        }
        var options = StoreOptions(folder: building, time: time, buildDate: buildDate)
        options.group = salvage.group == .none ? nil : salvage.group
        let database = try folder.openDatabase(options)
        var rebuild = StoreRebuild(
            tables: database.tables, environment: database.environment, salvage: salvage)
        let report = try rebuild.run()
        try FileManager.default.removeItem(atPath: temporary)
        // The new files have the names of the old ones, which say what ids were given, and other identities.
        for file in try source.idsFiles() { _ = try folder.createIDsFile(file.name) }
        try folder.copyKey(from: source)
        try folder.synchronize()
        return report
    }

    private init(tables: Tables, environment: Environment, salvage: Salvage) {
        (self.tables, self.environment, self.salvage) = (tables, environment, salvage)
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
            try tables.meta.put(.nextID, max(salvage.nextID, lastID + 1), in: &transaction)
            try tables.meta.put(.largestStamp, largestStamp.rawValue, in: &transaction)
            try tables.meta.put(.largestShown, largestShown.rawValue, in: &transaction)
            try tables.meta.put(.latestArrival, latestArrival.milliseconds, in: &transaction)
            return RebuildReport(
                messages: try tables.digestIndex.count(in: transaction), renumbered: renumbered, breaks: breaks,
                firstBreak: firstBreak, last: last)
        }
    }

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
                for candidates in ids {
                    let chosen = Self.choose(candidates, after: marks)
                    let right = marks.map { $0.appending(chosen.digest) }
                    let fits = right.contains(chosen.position.mark)
                    if !fits { noteBreak() }
                    marks = [chosen.position.mark] + (fits ? [] : right)
                    try append(chosen, as: chosen.id.rawValue, in: &transaction)
                }
            }
            next = ids.last?.last.map { SalvageKey(id: $0.id.rawValue, digest: $0.digest) }
        }
    }

    private mutating func noteBreak() {
        breaks += 1
        firstBreak = firstBreak ?? lastID
    }

    /// Takes the messages that no id has, with new ids.
    private mutating func takeOthers() throws {
        var next: SalvageKey?
        lastID = max(lastID, salvage.nextID - 1)
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
            next = SalvageKey(id: last.id.rawValue, digest: last.digest)
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

    /// Returns the record that had the id: the one that continues the chain of marks, or else the last one.
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
        largestStamp = max(largestStamp, message.stamp)
        largestShown = max(largestShown, message.stamp.displayStamp(arrival: entry.arrival))
    }

    /// Makes an earlier record of a message gone. An old page of the damaged store had it.
    private func makeGone(_ id: UInt64, in transaction: inout WriteTransaction) throws {
        guard let bytes = try tables.log.get(id, in: transaction) else { return }
        let entry = try Record.entry(bytes, at: LogID(key: id), .asCommitted)
        try tables.indexes.remove(entry, in: &transaction)
        let gone = LogEntry(
            position: entry.position, commitTime: entry.commitTime, arrival: entry.arrival, body: .gone(entry.digest),
            isErased: false)
        try tables.log.put(id, Record.encode(gone), in: &transaction)
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
