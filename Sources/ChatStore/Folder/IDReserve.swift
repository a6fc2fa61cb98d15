internal import ChatModel
internal import LMDB
internal import Synchronization

/// The ids that an open store may give. The reserve outlives each reopening of the database.
///
/// The ids file has a bound above every id that was given. The order is: rename the file to a higher bound, write the folder
/// to the disk, commit records with ids below the bound. A process that is killed between two of these steps leaves a bound
/// that is too high, and never one that is too low. After the commit, the file gets the lifetime that the store has.
///
/// Only the writer calls the methods.
final class IDReserve: Sendable {
    /// The least number of ids that are reserved at once.
    static let smallestBlock: UInt64 = 1024
    /// The largest number of ids that are reserved at once: more than a node stores in a second.
    static let largestBlock: UInt64 = 16 * 1024
    /// A block that lasts for a shorter time is followed by one of twice its size.
    static let shortestBlock = Duration.seconds(1)

    /// The first id of this lifetime.
    let start: IDStart
    private let folder: StoreFolder
    private let time: any TimeSource
    private let state: Mutex<State>

    private struct State {
        /// The ids file; nil before it is created.
        var file: IDsFile?
        /// Ids from this one on are not reserved. The bound in the file's name is higher if the folder could not be
        /// written to the disk.
        var bound: UInt64 = 0
        var block = IDReserve.smallestBlock
        var lastReserved: Duration?
        /// The least id that may be given next.
        var next: UInt64
        /// Whether a commit of this lifetime has claimed ids.
        var isClaimed = false
        /// Whether this lifetime has left out ids because of a restore.
        var hasJumped: Bool
        /// The other ids files, which are not removed yet.
        var others: [IDsFile.Name]
    }

    init(_ start: IDStart, in folder: StoreFolder, time: any TimeSource) {
        self.start = start
        self.folder = folder
        self.time = time
        state = Mutex(
            State(
                file: start.file, next: start.next, hasJumped: start.jump?.isRestore ?? false, others: start.others))
    }

    /// Ids below this one are reserved.
    var bound: UInt64 { state.withLock { $0.bound } }

    /// The least id that may be given next: ids below it were given or left out, as far as commits have succeeded. A commit of
    /// unknown outcome may have given more: see ``reopened(at:)``.
    var next: UInt64 { state.withLock { $0.next } }

    /// Whether this lifetime has left out ids because of a restore.
    var hasJumped: Bool { state.withLock { $0.hasJumped } }

    /// Reserves a block of ids from `next` on: when this returns, the bound is on the disk.
    ///
    /// - Returns: the identity of the ids file; nil if the system does not say it.
    /// - Throws: ``StoreError``: `disk-full`, or `store-unavailable`. Then no id may be given.
    func reserve(from next: UInt64) throws(StoreError) -> FileIdentity? {
        let now = time.monotonic
        return try state.withLock { state throws(StoreError) in
            if let last = state.lastReserved {
                let isShort = now - last < Self.shortestBlock
                state.block = isShort ? min(state.block * 2, Self.largestBlock) : Self.smallestBlock
            }
            let bound = min(next + state.block, Limits.idCeiling)
            try moveFile(&state) { $0.bound = max($0.bound, bound) }
            state.bound = bound
            state.lastReserved = now
            return state.file?.identity
        }
    }

    /// Notes that a commit which claims ids for this lifetime is on the disk, and the jump in that commit.
    ///
    /// - Parameter next: the next id of the store after the commit.
    func committed(_ jump: IDJump?, next: UInt64) {
        state.withLock { state in
            if jump != nil { state.hasJumped = true }
            state.next = max(state.next, next)
            guard !state.isClaimed else { return }
            state.isClaimed = true
            // If this fails, the next block names the lifetime.
            try? moveFile(&state) { $0.lifetime = start.lifetime }
        }
    }

    /// Notes the next id of a store that was opened again after a commit of unknown outcome. Readers may see the ids of that
    /// commit from now on, also if the commit never reaches the disk.
    func reopened(at next: UInt64) {
        state.withLock { $0.next = max($0.next, next) }
    }

    /// Lets the ids file name exactly the next id, because the store gives no further one.
    func end(at next: UInt64) {
        state.withLock { state in
            guard state.isClaimed else { return }
            state.bound = 0
            let bound = max(next, state.next)
            try? moveFile(&state) { $0 = IDsFile.Name(bound: bound, lifetime: start.lifetime) }
        }
    }

    /// Renames the ids file, or creates it if it is missing, and writes the folder to the disk. Removes the other ids files once
    /// this one has the highest lifetime of all.
    private func moveFile(_ state: inout State, _ change: (inout IDsFile.Name) -> Void) throws(StoreError) {
        var name = state.file?.name ?? .first
        change(&name)
        if state.isClaimed { name.lifetime = start.lifetime }
        if try !rename(state.file, to: name) {
            // There is no ids file yet, or somebody has removed it.
            state.file = try folder.createIDsFile(name)
        }
        state.file?.name = name
        do {
            try folder.synchronize()
        } catch {
            throw .idsNotReserved(file: "\(folder.path)/\(name.text)", reason: error.description)
        }
        guard state.isClaimed else { return }
        for name in state.others { folder.removeIDsFile(name) }
        state.others = []
    }

    /// - Returns: false if there is no such file.
    private func rename(_ file: IDsFile?, to name: IDsFile.Name) throws(StoreError) -> Bool {
        guard let file else { return false }
        if file.name == name { return true }
        return try folder.renameIDsFile(file.name, to: name)
    }
}
