/// What is wrong with an argument, as a sentence that names its flag.
struct ArgumentError: Error, Hashable, CustomStringConvertible {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    var description: String { sentence }
}
