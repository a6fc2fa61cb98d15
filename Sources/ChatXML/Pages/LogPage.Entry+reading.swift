import ChatModel

extension LogPage.Entry {
    /// - Throws: ``MarkupError`` only where the id cannot be read or the element is unknown: all else is a bad message.
    init(reading element: Element, from source: ArraySlice<UInt8>) throws(MarkupError) {
        let id = try Self.id(of: element)
        do throws(Refusal) {
            self = try Self.judged(element, id)
        } catch {
            self = .bad(id, BadMessage(reason: error, raw: Array(source.prefix(Self.rawBytes))))
        }
    }

    /// Bytes of a bad message that are kept as evidence, at most.
    private static let rawBytes = 64 * 1024

    private static func id(of element: Element) throws(MarkupError) -> LogID {
        guard element.name == "message" || element.name == "gone" else {
            throw MarkupError("It has an unknown element <\(element.name.prefix(40))>.")
        }
        guard let id = try? element.id("id"), id > .zero else {
            throw MarkupError("A message has no id, or one that is not from 1 to 2^63 - 1.")
        }
        return id
    }

    private static func judged(_ element: Element, _ id: LogID) throws(Refusal) -> LogPage.Entry {
        element.name == "gone" ? .gone(id, try element.bytes("digest")) : .message(id, try Message(reading: element))
    }
}
