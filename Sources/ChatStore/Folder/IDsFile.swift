internal import ChatModel
internal import Foundation
internal import LMDB
internal import SystemPackage

/// The file in a node's folder whose name says which ids may have been given, such as `ids-below-1025.lifetime-7`.
///
/// The file is renamed before the ids are given, so its name covers ids that an older copy of the store does not know.
/// Its contents are a sentence for people.
struct IDsFile: Hashable {
    var name: Name
    /// Nil if the system does not say it; then the file counts as a copy.
    let identity: FileIdentity?

    /// The values in the name of the file.
    struct Name: Hashable {
        /// No id from this one on was given: 1 to ``Limits/idCeiling``.
        var bound: UInt64
        /// The number of the last lifetime in which ids were given; 0 if none were.
        var lifetime: UInt64

        /// The file of a folder in which no id was given.
        static let first = Name(bound: 1, lifetime: 0)
        static let prefix = "ids-below-"
        static let separator = ".lifetime-"
        /// Above every lifetime in a name. A node that starts a thousand times a second needs 285,000 years for more.
        static let highestLifetime: UInt64 = 1 << 53

        var text: String { "\(Self.prefix)\(bound)\(Self.separator)\(lifetime)" }
    }

    static let contents = """
        The name of this file says which message ids the node in this folder may have given, so that it gives none of them
        again. Leave the file in this folder. A copy of the folder needs the file, too.

        """
}

extension IDsFile.Name {
    /// Parses a file name; nil for any other file.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(separator: Self.separator, omittingEmptySubsequences: false)
        guard parts.count == 2, let bound = UInt64(decimal: parts[0]), let lifetime = UInt64(decimal: parts[1]),
            (1...Limits.idCeiling).contains(bound), lifetime < Self.highestLifetime
        else { return nil }
        // Only the name that `text` writes: no leading zeros.
        (self.bound, self.lifetime) = (bound, lifetime)
        guard self.text == text else { return nil }
    }
}

// MARK: - In a folder

/// The changes work on the locked folder itself, also if another folder has its path now.
extension StoreFolder {
    /// Returns the ids files of the folder: one, or several after the files of a copy were put beside it.
    ///
    /// - Throws: ``StoreError`` with `folder-unusable`.
    func idsFiles() throws(StoreError) -> [IDsFile] {
        try names().compactMap(IDsFile.Name.init).map { IDsFile(name: $0, identity: identity(of: $0)) }
    }

    /// Creates an ids file.
    ///
    /// - Throws: ``StoreError``: `disk-full`, or `store-unavailable`.
    func createIDsFile(_ name: IDsFile.Name) throws(StoreError) -> IDsFile {
        let status = unsafe openat(descriptor.rawValue, name.text, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard status >= 0 else { throw notReserved(name) }
        let file = FileDescriptor(rawValue: status)
        // A full disk may refuse the contents. The name is enough.
        _ = try? file.closeAfter { try file.writeAll(IDsFile.contents.utf8) }
        return IDsFile(name: name, identity: identity(of: name))
    }

    /// Renames an ids file, which keeps its identity.
    ///
    /// - Returns: false if the file does not exist.
    /// - Throws: ``StoreError``: `disk-full`, or `store-unavailable`.
    func renameIDsFile(_ old: IDsFile.Name, to new: IDsFile.Name) throws(StoreError) -> Bool {
        let status = unsafe renameat(descriptor.rawValue, old.text, descriptor.rawValue, new.text)
        if status != 0, errno != ENOENT { throw notReserved(new) }
        return status == 0
    }

    /// Removes an ids file after another one has replaced it. Ignores errors: the file that remains has a lower bound.
    func removeIDsFile(_ name: IDsFile.Name) {
        _ = unsafe unlinkat(descriptor.rawValue, name.text, 0)
    }

    private func identity(of name: IDsFile.Name) -> FileIdentity? {
        try? FileIdentity(name: name.text, in: descriptor.rawValue)
    }

    /// Returns the error for the system call that has just failed.
    private func notReserved(_ name: IDsFile.Name) -> StoreError {
        let reason = Errno(rawValue: errno)
        if reason == .noSpace || reason == .diskQuotaExceeded { return .diskFull }
        return .idsNotReserved(file: "\(path)/\(name.text)", reason: "\(reason)")
    }
}
