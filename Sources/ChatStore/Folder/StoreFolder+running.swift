internal import Foundation
internal import SystemPackage

/// The mark of a life that has not ended: the file `running`, with the process's number, while the store is open.
extension StoreFolder {
    private var mark: FilePath { FilePath(path).appending("running") }

    /// Whether the process that had the store open last died without closing it. Asked before the store is opened.
    public var diedRunning: Bool { FileManager.default.fileExists(atPath: mark.string) }

    /// The number of that process; nothing where its mark holds none, as on a disk that was full.
    public var diedProcess: Int32? {
        guard let bytes = FileManager.default.contents(atPath: mark.string), bytes.last == UInt8(ascii: "\n") else {
            return nil
        }
        return Int32(String(decoding: bytes.dropLast(), as: UTF8.self))
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
