import ChatXML

@testable import ChatModel

/// A message that may break every rule for fields, with a correct signature.
struct ForgedMessage {
    typealias Field = (name: String, value: String)

    var fields: [Field]
    /// Written into the page instead of the fields; nil for the fields.
    var markup: String?

    /// - Parameter claimed: The origin in the page, if it is to differ from the signing key.
    func element(_ id: LogID, signing key: SigningKey, claiming claimed: PublicKey? = nil) throws -> [UInt8] {
        let (origin, nonce) = (claimed ?? key.publicKey, Nonce.random())
        let signature = try key.sign(signedForm(origin, nonce))
        let written = fields.map { "<\($0.name)>\($0.value)</\($0.name)>" }.joined()
        return Array(
            """
            <message id="\(id)" added="2011-01-05 09:30:00" origin="\(origin)" stamp="\(Self.stamp)" \
            nonce="\(nonce)" sig="\(signature)">\(markup ?? written)</message>

            """.utf8)
    }

    private static let stamp: UInt64 = 1_294_219_800_000 << 16

    private func signedForm(_ origin: PublicKey, _ nonce: Nonce) -> [UInt8] {
        var bytes = Array("tidings-message-v1".utf8) + origin.bytes
        bytes.append(bigEndian: Self.stamp)
        bytes += nonce.bytes
        for field in fields.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            for part in [field.name, field.value] {
                bytes.append(bigEndian: UInt32(part.utf8.count))
                bytes += part.utf8
            }
        }
        return bytes
    }
}
