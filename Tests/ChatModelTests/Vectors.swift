import ChatModel
import Foundation

extension [UInt8] {
    /// The bytes of a string of hexadecimal digits.
    init(hex: String) {
        let digits = hex.map { UInt8($0.hexDigitValue!) }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// Test vectors from other programs: OpenSSL by way of Python's package cryptography, and integer arithmetic in Python.
enum Vectors {
    /// A message and its signed form; bytes are strings of hexadecimal digits.
    struct GoldenMessage: Decodable, Sendable {
        /// A field. A kept field has a value. An erasable one has a value, or `gone` with the hash and `bytes` with the
        /// length.
        struct Field: Decodable, Sendable {
            let name: String
            let kind: UInt8
            let value: String?
            let gone: String?
            let bytes: Int?
        }

        let name: String
        let seed: String
        let origin: String
        let group: String
        let stamp: String
        let nonce: String
        let salt: String?
        let fields: [Field]
        let signedForm: String
        let signature: String
        let digest: String

        /// The message, made from its parts.
        var message: Message {
            get throws {
                Message(
                    origin: try PublicKey(bytes: [UInt8](hex: origin)), group: try GroupID(bytes: [UInt8](hex: group)),
                    stamp: Stamp(rawValue: UInt64(stamp)!), nonce: try Nonce(bytes: [UInt8](hex: nonce)),
                    fields: try Fields(
                        fields.map { try $0.field }, salt: salt.map { try Salt(bytes: [UInt8](hex: $0)) }),
                    signature: try Signature(bytes: [UInt8](hex: signature)))
            }
        }
    }

    /// A signature, and whether it must verify. If libraries disagree, the strict rules of this project decide.
    struct SignatureCase: Decodable, Sendable {
        let name: String
        let publicKey: String
        let message: String
        let signature: String
        let wellFormed: Bool
        let verifies: Bool
    }

    /// Encoded points of edwards25519.
    struct Points: Decodable, Sendable {
        let smallOrder: [String]
        let smallOrderWithAnotherSign: [String]
        let notCanonical: [String]
        let accepted: [String]
    }

    static let messages: [GoldenMessage] = load("messages")
    static let signatures: [SignatureCase] = load("signatures")
    static let points: Points = load("points")

    private static func load<Vector: Decodable>(_ name: String) -> Vector {
        let url = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors")!
        return try! JSONDecoder().decode(Vector.self, from: Data(contentsOf: url))
    }
}

extension Vectors.GoldenMessage.Field {
    fileprivate var field: Field {
        get throws {
            let name = try FieldName(name)
            if let gone {
                return Field(name, .gone(try ValueHash(bytes: [UInt8](hex: gone)), byteCount: bytes!))
            }
            let value = try FieldValue(utf8: [UInt8](hex: value!))
            return Field(name, kind == 0 ? .kept(value) : .erasable(value))
        }
    }
}
