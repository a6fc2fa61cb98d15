/// A start tag, end tag or empty element's tag, by its place in the bytes.
struct Tag {
    enum Kind {
        case start
        case end
        case empty
    }

    let kind: Kind
    /// From `<` to behind `>`.
    let range: Range<Int>
}
