import ChatModel

extension Refusal {
    /// Says why bytes are not an XML document, or why a document is not a page.
    init(markup sentence: String) {
        self.init(.badMarkup, sentence)
    }
}

extension PageError {
    /// Returns the result of `body`. An element that `body` refuses makes its whole document unreadable.
    static func replacingRefusal<Result>(
        with error: (String) -> PageError = PageError.noReadableRoot, _ body: () throws(Refusal) -> Result
    ) throws(PageError) -> Result {
        do throws(Refusal) {
            return try body()
        } catch let refusal {
            throw error(refusal.sentence)
        }
    }
}
