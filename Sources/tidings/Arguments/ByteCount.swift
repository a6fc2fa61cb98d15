/// A number of bytes as people write it: `1048576`, `512MiB`, `64GiB`, `1TiB`.
struct ByteCount: Hashable, CustomStringConvertible {
    let bytes: Int

    private static let units = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)]

    /// LMDB needs some pages for an empty store.
    private static let range = 1 << 20...1 << 46

    init(bytes: Int) {
        self.bytes = bytes
    }

    /// With the largest unit of which this is a multiple, as in `64MiB`.
    var description: String {
        let (name, shift) = Self.units.first { bytes.trailingZeroBitCount >= $0.1 } ?? ("", 0)
        return "\(bytes >> shift)\(name)"
    }

    /// Reads the value of an option.
    ///
    /// - Parameter alternative: words for a value that the option accepts besides sizes.
    /// - Throws: ``StartError``.
    init(argument: String, of option: String, alternative: String = "") throws(StartError) {
        let digits = argument.prefix { $0.isNumber }
        if let letter = argument.dropFirst(digits.count).first?.uppercased(), !digits.isEmpty,
            let unit = Self.units.first(where: { $0.0.hasPrefix(letter) }), !argument.hasSuffix(unit.0)
        {
            throw StartError(
                "\(option) \(argument): the units are KiB, MiB, GiB and TiB. Did you mean \(digits)\(unit.0)?")
        }
        let (suffix, shift) = Self.units.first { argument.hasSuffix($0.0) } ?? ("", 0)
        guard let number = Int(argument.dropLast(suffix.count)), number > 0,
            number <= Self.range.upperBound >> shift, Self.range.contains(number << shift)
        else {
            throw StartError(
                "\(option) \(argument) is not a size between 1MiB and 64TiB. Write a whole number and a unit, such as 512MiB\(alternative)."
            )
        }
        bytes = number << shift
    }
}
