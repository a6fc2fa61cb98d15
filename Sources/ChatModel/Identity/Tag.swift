/// The tags of the project. What is signed, hashed with a salt, or derived from a private key begins with the tag of its
/// kind, so that bytes of one kind never stand for another. No tag is a prefix of another.
enum Tag: String, CaseIterable {
    case message = "tidings-message-v1"
    case value = "tidings-value-v1"
    case postKey = "tidings-post-key-v1"

    var bytes: [UInt8] { Array(rawValue.utf8) }
}
