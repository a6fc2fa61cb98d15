#if canImport(FoundationXML)
    import Foundation
    import FoundationXML
#else
    import Foundation
#endif

/// Builds a tree of elements from the events of the parser. Has no methods for CDATA, comments and processing instructions,
/// because ``MarkupScanner`` refuses them first.
final class ElementBuilder: NSObject, XMLParserDelegate {
    /// The elements whose end tag is still missing, the root first.
    private var open: [Element] = []
    private var root: Element?

    /// The root; nil if its end tag is missing.
    var finished: Element? { open.isEmpty ? root : nil }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard let element = open.popLast() else { return }
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
}
