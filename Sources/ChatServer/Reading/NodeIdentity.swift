internal import ChatModel
internal import ChatStore

/// What the node says of itself on each page.
struct NodeIdentity: Sendable {
    let key: PublicKey
    let name: FieldValue
    let run: Run

    func head(of slice: LogSlice, next: LogPosition) -> PageHead {
        PageHead(node: key, name: name.description, run: run, low: slice.low, high: slice.high, next: next)
    }
}
