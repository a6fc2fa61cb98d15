internal import Foundation

/// The address space that this process may have: `ulimit -v`, RLIMIT_AS in getrlimit(2).
struct AddressSpace: Hashable {
    /// In bytes; nil if there is no limit, or a limit so large that no store meets it.
    let limit: ByteCount?

    static var ofThisProcess: AddressSpace {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
            let resource = RLIMIT_AS
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0, let bytes = Int(exactly: limit.rlim_cur), bytes < 1 << 62 else {
            return AddressSpace(limit: nil)
        }
        return AddressSpace(limit: ByteCount(bytes: bytes))
    }

    /// A size of the map that leaves seven eighths of the address space to the rest of the process: threads and the
    /// allocator take some 400 MiB of it.
    var suggestedMapSize: ByteCount {
        guard let limit else { return ByteCount(bytes: 1 << 30) }
        let eighth = max(limit.bytes / 8, 1 << 20)
        return ByteCount(bytes: 1 << (Int.bitWidth - 1 - eighth.leadingZeroBitCount))
    }

    /// - Throws: ``StartError`` if a map of this size can't fit.
    func check(mapSize: ByteCount) throws(StartError) {
        guard let limit, mapSize.bytes >= limit.bytes else { return }
        throw StartError(
            "--map-size \(mapSize) is more address space than this process may have (\(limit)). Try --map-size "
                + "\(suggestedMapSize), or allow the process more (ulimit -v).")
    }
}
