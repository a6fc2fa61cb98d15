#if canImport(FoundationXML)
    import Foundation
    import FoundationXML
#else
    import Foundation
#endif

/// Builds a tree of elements from the events of the parser.
final class ElementBuilder: NSObject, XMLParserDelegate {
    /// The elements whose end tag is still missing, the root first.
    private var open: [Element] = []
    private var root: Element?
    private var failed = false

    /// The root; nil if its end tag is missing, or if the parser found CDATA, a comment or a processing instruction.
    var finished: Element? { failed || !open.isEmpty ? nil : root }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard let element = open.popLast() else {
            failed = true
            return
        }
        if open.isEmpty {
            root = element
        } else {
            open[open.endIndex - 1].children.append(element)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        guard !open.isEmpty else { return }
        open[open.endIndex - 1].text.append(contentsOf: text.utf8)
    }

    // MarkupScanner refuses all of these first. If the parser still finds one, the two read the bytes differently.
    func parser(_ parser: XMLParser, foundCDATA block: Data) { failed = true }
    func parser(_ parser: XMLParser, foundComment comment: String) { failed = true }
    func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
        failed = true
    }
}
