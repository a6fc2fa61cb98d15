package import ChatModel

/// Forms that other targets answer with an XML document. The server decides who may send a form, and reads it.
///
/// A handler throws `Refusal` with a sentence for the person, ``Failure`` and `StoreError`.
package struct FormRoutes: Sendable {
    package typealias OwnerHandler = @Sendable (Parameters) async throws -> [UInt8]
    package typealias NodeHandler = @Sendable (Parameters, _ key: PublicKey, _ address: String?) async throws -> [UInt8]

    /// The forms with which the owner changes the node's peers, by their paths: over the socket, or with a session.
    let ofOwner: [String: OwnerHandler]
    /// The forms of nodes over links, by their paths. The node has proven its key, which need not be admitted. The address is
    /// the IP address from which the node has connected; nil if that is not known.
    let ofNodes: [String: NodeHandler]

    package init(ofOwner: [String: OwnerHandler] = [:], ofNodes: [String: NodeHandler] = [:]) {
        (self.ofOwner, self.ofNodes) = (ofOwner, ofNodes)
    }
}
