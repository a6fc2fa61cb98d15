public import ChatModel
public import ChatXML

// Most tests concern nodes of no group. The program itself states the group everywhere, so that none is forgotten.

extension PageHead {
    /// Creates the head of a page of a node that belongs to no group.
    public init(node: PublicKey, name: String, instance: Instance, low: LogID, high: LogID, next: LogPosition) {
        self.init(node: node, name: name, instance: instance, group: .none, low: low, high: high, next: next)
    }
}

extension PageWriter {
    /// Begins a page of a node that belongs to no group.
    public init(_ view: PageView) {
        self.init(view, in: .none)
    }
}

extension LogPageReader {
    /// Reads a page as a node that belongs to no group.
    public static func read(_ bytes: [UInt8]) throws(PageError) -> LogPage {
        try read(bytes, in: .none)
    }
}
