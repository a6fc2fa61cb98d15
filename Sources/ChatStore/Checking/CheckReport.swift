public import ChatModel
internal import Foundation
internal import LMDB
internal import SystemPackage

/// The result of a check of a whole store.
public struct CheckReport: Hashable, Sendable {
    /// The records of the log.
    public let messages: Int
    /// The used part of the store's file, in bytes.
    public let bytes: Int
    /// The problems, the worst first; of each extent the first ``maximumProblems``.
    public let problems: [StoreProblem]
    /// The number of all problems, listed or not.
    public let problemCount: Int

    /// The largest number of listed problems of one extent. A store in ruins has more.
    public static let maximumProblems = 100

    /// Whether ``problems`` lists all problems.
    public var listsAll: Bool { problems.count == problemCount }

    /// Whether the check found no problem.
    public var isSound: Bool { problemCount == 0 }

    /// The problems that make the store unsound. No node should write to a store that has one.
    public var problemsOfStore: [StoreProblem] { problems.filter { $0.extent == .store } }

    /// The problems of the data beside the messages. A node runs with them.
    public var problemsOfBookkeeping: [StoreProblem] { problems.filter { $0.extent == .bookkeeping } }

    /// The ids of the damaged messages, ascending; the first ones if there are many.
    public var damagedMessages: [LogID] {
        Set(problems.compactMap(\.messageID)).sorted().compactMap(LogID.init(rawValue:))
    }
}

/// Data in a store that is not what was written.
public struct StoreProblem: Hashable, Sendable, CustomStringConvertible {
    /// The part of the store that is damaged.
    public enum Extent: Hashable, Sendable {
        /// One message, by its id. A node runs with the damage and skips the message.
        case message(UInt64)
        /// The data beside the messages: rooms, display order, post keys. A node runs with the damage, and no
        /// message is lost.
        case bookkeeping
        /// The store itself: it is unsound, so no node must write to it.
        case store
    }

    public let extent: Extent
    /// A sentence that names the damaged data.
    public let description: String

    static func message(_ id: UInt64, _ sentence: String) -> StoreProblem {
        StoreProblem(extent: .message(id), description: sentence)
    }

    static func bookkeeping(_ sentence: String) -> StoreProblem {
        StoreProblem(extent: .bookkeeping, description: sentence)
    }

    static func store(_ sentence: String) -> StoreProblem {
        StoreProblem(extent: .store, description: sentence)
    }

    /// The id of the damaged message; nil if more than one message is damaged.
    public var messageID: UInt64? {
        if case .message(let id) = extent { id } else { nil }
    }
}

// MARK: - Checking a folder

extension CheckReport {
    /// Checks the store of a stopped node without changing anything in its folder. The caller has locked the folder.
    ///
    /// LMDB pages have no checksums, so damage to them can end the process with a signal.
    ///
    /// - Parameters:
    ///   - openPath: another path of the folder, for opening it; nil to open it with the path that errors name.
    ///   - verifyingSignatures: whether to verify the signature of each message, about 100 µs each.
    ///   - isCancelled: called for each entry of each table. It returns true to end the check early. The caller then ignores the report, which is incomplete.
    /// - Throws: ``StoreError``: `store-missing`, `store-truncated`, `schema-unknown`, `store-damaged`, or the reason why
    ///   the store cannot be opened.
    /// - Complexity: O(n log n). Blocks its thread.
    public init(
        checking folder: String, openPath: String? = nil, verifyingSignatures: Bool = false,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(StoreError) {
        let check = StoreCheck(verifiesSignatures: verifyingSignatures, isCancelled: isCancelled)
        do {
            self = try Self.report(folder, openPath ?? folder, check)
        } catch {
            throw StoreError(error)
        }
    }

    private static func report(_ folder: String, _ openPath: String, _ check: StoreCheck) throws -> CheckReport {
        let file = StoreFolder.storeFile(in: folder)
        let attributes = try? FileManager.default.attributesOfItem(atPath: StoreFolder.storeFile(in: openPath).string)
        guard let size = (attributes?[.size] as? NSNumber)?.intValue else {
            throw StoreError.storeMissing(file: file.string)
        }
        // A node that died before its first commit leaves an empty file.
        if size == 0 {
            noteLostMessages(openPath, check)
            return check.report(bytes: 0)
        }
        // LMDB enlarges the map to the size in the file. A larger map may not fit into the address space.
        let options = Environment.Options(mapSize: 1 << 20, readOnly: true)
        let environment = try Environment(folder: folder, openPath: openPath, options: options)
        try StoreFolder.requireWhole(environment, file)
        try environment.read { transaction in check.scanFreeLMDBPages(of: environment, in: transaction) }
        if let tables = try tables(of: environment, folder, check) {
            try environment.read { transaction in check.run(tables, in: transaction) }
        }
        return check.report(bytes: try environment.info.usedBytes)
    }

    /// Reports that an empty store had messages, if the name of an ids file shows that ids were given.
    private static func noteLostMessages(_ folder: String, _ check: StoreCheck) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard let name = names.first(where: { IDsFile.Name($0).map { $0.lifetime > 0 } ?? false }) else { return }
        check.note(
            .bookkeeping("data.mdb is empty, but a node has stored messages in this folder: the file \(name) says so."))
    }

    /// Returns nil for a store that has no tables yet, and for one that lacks a table, which the check notes.
    private static func tables(of environment: Environment, _ folder: String, _ check: StoreCheck) throws -> Tables? {
        let lastTransaction = try environment.info.lastTransaction
        guard let schema = try StoreFolder.schema(of: environment) else {
            if lastTransaction > 0 { check.note(.store("The number of the schema is missing.")) }
            return nil
        }
        try StoreFolder.requireSupported(schema, in: folder)
        return try environment.read { transaction in
            let meta = try Table<Meta, UInt64>(Environment.mainTable, in: transaction)
            let checksum = try Checksum(from: meta, in: transaction)
            do {
                return try Tables(in: transaction, checksum)
            } catch {
                // The first commit stores the number of the schema, and the second commit makes the tables.
                if lastTransaction > 1 { check.note(.store("A table is missing or cannot be opened: \(error)")) }
                return nil
            }
        }
    }
}
