internal import ChatModel
internal import Foundation
internal import SystemPackage

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension StoreFolder {
    /// The node's private key from `node.key`: base64url of its 32 bytes and a line feed, mode 0600.
    ///
    /// A folder without a store gets a new key; a store without its key gets one only where `replacingLost` says so,
    /// because the node is another one to its peers afterwards.
    ///
    /// - Throws: ``StoreError`` with `key-missing`, `key-unreadable` or `folder-unusable`.
    func loadKey(replacingLost: Bool) throws(StoreError) -> SigningKey {
        if hasKey { return try readKey() }
        guard !hasStore || replacingLost else {
            throw .keyMissing(file: keyFile.string)
        }
        return try makeKey()
    }

    private func readKey() throws(StoreError) -> SigningKey {
        let text: String
        do {
            // A key has 43 characters: whatever else the file is, that much of it shows.
            text = try head(of: keyFile, maximumBytes: 256).trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw .keyNotRead(file: keyFile.string, reason: "\(error)")
        }
        guard let seed = Base64URL.decode(text), let key = try? SigningKey(seed: seed) else {
            throw .keyInvalid(file: keyFile.string)
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

    /// Writes the key under another name first: a key file that is there is whole.
    private func makeKey() throws(StoreError) -> SigningKey {
        let key = SigningKey()
        let draft = FilePath(path).appending("node.key.new")
        do {
            let file = try FileDescriptor.open(
                draft, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
            try file.closeAfter {
                try file.writeAll(Array((Base64URL.encode(key.seed) + "\n").utf8))
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
            guard unsafe rename(draft.string, keyFile.string) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            throw .keyNotWritten(file: keyFile.string, reason: "\(error)")
        }
        try synchronize()
        return key
    }
}
