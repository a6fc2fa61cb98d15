import ChatModel

/// Why bytes are not an XML document, or why a document is not a page.
struct MarkupError: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    /// Returns the result of `body`. An element that `body` refuses makes its whole document unreadable.
    static func replacingRefusal<Result>(_ body: () throws(Refusal) -> Result) throws(MarkupError) -> Result {
        do throws(Refusal) {
            return try body()
        } catch {
            throw MarkupError(error.sentence)
        }
    }
}

extension PageError {
    /// Returns the result of `body`, with the error for the readers of pages.
    ///
    /// - Parameter head: the root of the page; nil if the root was not read.
    static func replacingMarkupError<Result>(
        head: PageHead?, _ body: () throws(MarkupError) -> Result
    ) throws(PageError) -> Result {
        do throws(MarkupError) {
            return try body()
        } catch {
            guard let head else { throw .noReadableRoot(error.sentence) }
            throw .unreadable(error.sentence, head: head)
        }
    }
}
