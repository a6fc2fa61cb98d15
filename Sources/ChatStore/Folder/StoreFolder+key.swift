internal import ChatModel
internal import Foundation
internal import SystemPackage

extension StoreFolder {
    /// The node's private key from `node.key`: base64url of its 32 bytes and a line feed, mode 0600.
    ///
    /// A folder without a store gets a new key; a store without its key gets one only where `replacingLost` says so,
    /// because the node is another one to its peers afterwards.
    ///
    /// - Throws: ``StoreError`` with `key-missing`, `key-unreadable` or `folder-unusable`.
    func loadKey(replacingLost: Bool) throws(StoreError) -> SigningKey {
        if FileManager.default.fileExists(atPath: keyFile.string) { return try readKey() }
        guard !hasStore || replacingLost else {
            throw StoreError(
                .keyMissing,
                "The store in \(path) has no key: put its file \(keyFile) back, or start once with --new-key to go on "
                    + "as a new node that keeps the messages.")
        }
        return try makeKey()
    }

    private func readKey() throws(StoreError) -> SigningKey {
        let contents: String
        do {
            contents = try String(contentsOfFile: keyFile.string, encoding: .utf8)
        } catch {
            throw StoreError(.keyUnreadable, "The key file \(keyFile) cannot be read (\(reason(of: error))).")
        }
        let text = contents.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let seed = Base64URL.decode(text), let key = try? SigningKey(seed: seed) else {
            throw StoreError(
                .keyUnreadable,
                "The key file \(keyFile) does not hold a key; put the right one back, or move it away and start once "
                    + "with --new-key.")
        }
        return key
    }

    /// Writes the key under another name first: a key file that is there is whole.
    private func makeKey() throws(StoreError) -> SigningKey {
        let key = SigningKey()
        let draft = FilePath(path).appending("node.key.new")
        do {
            let file = try FileDescriptor.open(
                draft, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
            try file.closeAfter {
                try file.writeAll(Array((Base64URL.encode(key.seed) + "\n").utf8))
                try FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: false).synchronize()
            }
            try FileManager.default.moveItem(atPath: draft.string, toPath: keyFile.string)
        } catch {
            throw StoreError(.folderUnusable, "The key file \(keyFile) cannot be written (\(reason(of: error))).")
        }
        try synchronize()
        return key
    }
}
