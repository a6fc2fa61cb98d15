internal import ChatModel
internal import Foundation
internal import LMDB
internal import SystemPackage

extension StoreFolder {
    /// Reads the node key from `node.key`: the private key as base64url of its 32 bytes and a line feed, mode 0600.
    ///
    /// Creates the key of a folder without a store.
    ///
    /// - Parameter replacingLost: whether a store without its key file gets a new key. Peers then see another node.
    /// - Returns: the key, and whether it was created.
    /// - Throws: ``StoreError`` with `node-key-missing`, `node-key-unreadable`, `folder-unusable`, `disk-full` or
    ///   `store-unavailable`.
    func loadKey(replacingLost: Bool) throws(StoreError) -> (key: SigningKey, isNew: Bool) {
        if hasKey { return (try readKey(), false) }
        guard !hasStore || replacingLost else { throw .nodeKeyMissing(file: keyPath) }
        try requireOwnFolder()
        // Before the key: a folder with a key and without an ids file has lost that file.
        if !hasStore, try idsFiles().isEmpty { _ = try createIDsFile(.first) }
        return (try createKey(), true)
    }

    /// Requires that the node with a key wrote the store. Lets the store name the key if it names none, or if the key is new.
    ///
    /// - Throws: ``StoreError`` with `node-key-differs`, or an error of the read. If the store names a lost key and cannot name
    ///   the new one, an error of the write; the new key file is removed then, so that the next start can try again.
    func requireNode(_ key: PublicKey, isNew: Bool, of database: OpenDatabase.Database) throws {
        let (environment, tables) = (database.environment, database.tables)
        let stored = try environment.read { transaction in try tables.node(in: transaction) }
        guard stored != key else { return }
        if let stored, !isNew {
            throw StoreError.nodeKeyDiffers(file: keyPath, store: stored, copy: rescuedCopy)
        }
        do {
            try environment.write { transaction in try tables.putNode(key, in: &transaction) }
        } catch {
            // A node starts on a full disk, too. The next start tries again.
            guard stored != nil else { return }
            unsafe unlink(file(Self.keyName).string)
            throw StoreError(error)
        }
    }

    func readKey() throws(StoreError) -> SigningKey {
        let text: String
        do {
            // A key has 43 characters, so the first 256 bytes decide about any file.
            text = try head(of: file(Self.keyName), maximumBytes: 256).trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw .nodeKeyNotRead(file: keyPath, reason: "\(error)")
        }
        guard let seed = Base64URL.decode(text), let key = try? SigningKey(seed: seed) else {
            throw .nodeKeyInvalid(file: keyPath)
        }
        return key
    }

    private func head(of file: FilePath, maximumBytes: Int) throws(Errno) -> String {
        do {
            let file = try FileDescriptor.open(file, .readOnly, options: .closeOnExec)
            var bytes = [UInt8](repeating: 0, count: maximumBytes)
            let count = try file.closeAfter {
                try unsafe bytes.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
            }
            return String(decoding: bytes.prefix(count), as: UTF8.self)
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    private func createKey() throws(StoreError) -> SigningKey {
        let key = SigningKey()
        try write(key)
        return key
    }

    /// Writes the key file under another name and renames it, so that `node.key` is never incomplete.
    ///
    /// Another user who may write into the folder could put a file or a link there, to get the key.
    ///
    /// - Throws: ``StoreError`` with `folder-unusable`.
    func write(_ key: SigningKey) throws(StoreError) {
        let (draft, target) = (file("node.key.new"), file(Self.keyName))
        try requireOwnFolder()
        do {
            // A process that was killed can have left it.
            unsafe unlink(draft.string)
            let file = try FileDescriptor.open(
                draft, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                permissions: .ownerReadWrite)
            try file.closeAfter {
                try file.writeAll(Array((Base64URL.encode(key.seed) + "\n").utf8))
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
            guard unsafe rename(draft.string, target.string) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            throw .nodeKeyNotWritten(file: keyPath, reason: "\(error)")
        }
        try synchronize()
    }

    /// - Throws: ``StoreError`` with `folder-unusable` if the folder belongs to another user, who could read or replace the key.
    private func requireOwnFolder() throws(StoreError) {
        if let owner = otherOwner { throw .folderOfOtherUser(folder: path, user: owner) }
    }

    /// The id of the folder's owner if that is another user; nil if it is the user of this process or root.
    private var otherOwner: UInt32? {
        var status = stat()
        guard unsafe fstat(descriptor.rawValue, &status) == 0, ![0, geteuid()].contains(status.st_uid) else {
            return nil
        }
        return status.st_uid
    }
}
