/// Why bytes could not be read as an XML document, or a document not as a page.
struct MarkupError: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
