/// The parameters that some route knows. Others are ignored.
enum ParameterName: String, CaseIterable {
    // add.php
    case user, message, room, key
    // messages.php, with `room`
    case view, past, limit, before, last, wait, mark, rooms, order
    /// The 2011 article's client sends it with a random value, against caches.
    case t
    // messages.php?view=log
    case have, node, instance
    // status.xml, with `wait`
    case revision

    private static let byBytes = Dictionary(uniqueKeysWithValues: allCases.map { (Array($0.rawValue.utf8), $0) })

    /// As PHP reads a name: spaces before it are no part of it (php_register_variable_ex).
    init?(utf8 bytes: [UInt8]) {
        guard let name = Self.byBytes[Array(bytes.drop { $0 == UInt8(ascii: " ") })] else { return nil }
        self = name
    }
}
