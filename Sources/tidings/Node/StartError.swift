/// The reason why a node cannot start, as a sentence for the node's owner.
struct StartError: Error, Hashable, CustomStringConvertible {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    var description: String { sentence }
}
