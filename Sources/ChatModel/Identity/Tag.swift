/// The tags of the project. Bytes that are signed, are hashed with a salt, or are the info of HKDF begin with the tag
/// of their kind, so that bytes of one kind never stand for another. No tag is a prefix of another.
enum Tag: String, CaseIterable {
    case message = "tidings-message-v1"
    case value = "tidings-value-v1"
    case postKey = "tidings-post-key-v1"
    case record = "tidings-record-v1"
    case group = "tidings-group-v2"

    var bytes: [UInt8] { Array(rawValue.utf8) }
}
