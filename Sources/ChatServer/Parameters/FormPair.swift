/// A name and a value of a form, decoded: bytes, which may or may not be UTF-8.
struct FormPair: Hashable {
    var name: [UInt8]
    var value: [UInt8]
}
