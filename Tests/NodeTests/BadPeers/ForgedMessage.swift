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
        let (origin, nonce, salt) = (claimed ?? key.publicKey, Nonce.random(), Salt.random())
        let signature = try key.sign(signedForm(origin, nonce, salt))
        let written = fields.map { "<\($0.name)>\($0.value)</\($0.name)>" }.joined()
        return Array(
            """
            <message id="\(id)" added="2011-01-05 09:30:00" origin="\(origin)" stamp="\(Self.stamp)" \
            nonce="\(nonce)" sig="\(signature)" salt="\(salt)">\(markup ?? written)</message>

            """.utf8)
    }

    private static let stamp: UInt64 = 1_294_219_800_000 << 16

    private func signedForm(_ origin: PublicKey, _ nonce: Nonce, _ salt: Salt) -> [UInt8] {
        var bytes = Array("tidings-message-v1".utf8) + origin.bytes + GroupID.none.bytes
        bytes.append(bigEndian: Self.stamp)
        bytes += nonce.bytes
        bytes.append(UInt8(fields.count))
        for field in fields.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            let (name, value) = (Array(field.name.utf8), Array(field.value.utf8))
            bytes.append(UInt8(name.count))
            bytes += name
            if field.name == "text" {
                bytes.append(1)
                bytes.append(bigEndian: UInt32(value.count))
                bytes += ValueHash(of: FieldValue(stored: value[...]), named: .text, salt: salt).bytes
            } else {
                bytes.append(0)
                bytes.append(bigEndian: UInt16(value.count))
                bytes += value
            }
        }
        return bytes
    }
}
