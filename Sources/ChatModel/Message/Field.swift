/// A field of a message: a name, and a value that is kept or erasable.
public struct Field: Hashable, Sendable {
    /// The value of a field. The signed form has a kept value itself and only the hash of an erasable one, so that the
    /// signature of a message still verifies after its erasable values were erased.
    public enum Content: Hashable, Sendable {
        /// A kept value, at most ``Limits/keptValueBytes``. It cannot be erased.
        case kept(FieldValue)
        /// An erasable value that is present.
        case erasable(FieldValue)
        /// An erasable value that is gone: its hash and its length remain.
        case gone(ValueHash, byteCount: Int)
    }

    public let name: FieldName
    public let content: Content

    public init(_ name: FieldName, _ content: Content) {
        self.name = name
        self.content = content
    }

    /// The value; nil if it is gone.
    public var value: FieldValue? {
        switch content {
        case .kept(let value), .erasable(let value): value
        case .gone: nil
        }
    }

    /// Whether the value is erasable, present or gone.
    public var isErasable: Bool {
        if case .kept = content { false } else { true }
    }

    /// Whether the value is gone.
    public var isGone: Bool { value == nil }

    /// The length of the value, in bytes; of a value that is gone, the length that the signed form states.
    public var byteCount: Int {
        switch content {
        case .kept(let value), .erasable(let value): value.utf8.count
        case .gone(_, let byteCount): byteCount
        }
    }
}

extension Field {
    /// Creates a field of a new message. The protocol decides for each name whether a writer makes the value erasable.
    public init(_ name: FieldName, writing value: FieldValue) {
        self.init(name, name.isWrittenErasable ? .erasable(value) : .kept(value))
    }
}
