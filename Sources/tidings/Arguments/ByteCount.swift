/// A number of bytes as people write it: `1048576`, `512MiB`, `64GiB`, `1TiB`.
struct ByteCount: Hashable {
    let bytes: Int

    private static let units = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)]

    /// LMDB needs some pages to begin with.
    private static let range = 1 << 20...1 << 46

    /// - Throws: ``ArgumentError`` naming `--map-size`.
    init(argument: String) throws(ArgumentError) {
        let (suffix, shift) = Self.units.first { argument.hasSuffix($0.0) } ?? ("", 0)
        guard let number = Int(argument.dropLast(suffix.count)), number > 0,
            number <= Self.range.upperBound >> shift, Self.range.contains(number << shift)
        else {
            throw ArgumentError("--map-size \(argument) is no size between 1MiB and 64TiB; write it as 64GiB.")
        }
        bytes = number << shift
    }
}
