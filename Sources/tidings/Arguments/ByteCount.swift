/// A number of bytes as people write it: `1048576`, `512MiB`, `64GiB`, `1TiB`.
struct ByteCount: Hashable {
    let bytes: Int

    private static let units = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)]

    /// LMDB needs some pages for an empty store.
    private static let range = 1 << 20...1 << 46

    /// Reads a value of `--map-size`.
    ///
    /// - Throws: ``StartError``.
    init(argument: String) throws(StartError) {
        let (suffix, shift) = Self.units.first { argument.hasSuffix($0.0) } ?? ("", 0)
        guard let number = Int(argument.dropLast(suffix.count)), number > 0,
            number <= Self.range.upperBound >> shift, Self.range.contains(number << shift)
        else {
            throw StartError(
                "--map-size \(argument) is not a size between 1MiB and 64TiB. Write it as 512MiB or 64GiB.")
        }
        bytes = number << shift
    }
}
