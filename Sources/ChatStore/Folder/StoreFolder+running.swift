internal import Foundation
internal import SystemPackage

/// The mark of a life that has not ended: the file `running`, with the process's number, while the store is open.
extension StoreFolder {
    private var mark: FilePath { FilePath(path).appending("running") }

    /// The number of the process that had the store open and died without closing it, or what else stands in its mark;
    /// nothing where the last one ended by itself. Asked before the store is opened.
    public var diedRunning: String? {
        guard let bytes = FileManager.default.contents(atPath: mark.string) else { return nil }
        let number = bytes.prefix(20).filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return String(decoding: number, as: UTF8.self)
    }

    /// Says that the store is about to be open. On a full disk the number, or the mark, is left out: a node has to start
    /// there, too.
    func markRunning() {
        let file = try? FileDescriptor.open(
            mark, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
        _ = try? file?.closeAfter {
            _ = try? file?.writeAll(Array("\(ProcessInfo.processInfo.processIdentifier)\n".utf8))
        }
    }

    /// Says that the store was closed.
    func markEnded() {
        try? FileManager.default.removeItem(atPath: mark.string)
    }
}
