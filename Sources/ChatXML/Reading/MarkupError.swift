/// Bytes that are no document as pages are, with a sentence that says why.
struct MarkupError: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
