import Foundation

/// Known answers, made by other programs than this one: OpenSSL through Python's cryptography, and integers in Python.
enum Vectors {
    /// A message and what it is on the wire, byte for byte; strings of bytes in hexadecimal.
    struct GoldenMessage: Decodable, Sendable {
        struct Field: Decodable, Sendable {
            let name: String
            let value: String
        }

        let name: String
        let seed: String
        let origin: String
        let stamp: String
        let nonce: String
        let fields: [Field]
        let signedForm: String
        let signature: String
        let digest: String
    }

    /// A signature and whether it is one; where libraries differ, as design says.
    struct SignatureCase: Decodable, Sendable {
        let name: String
        let publicKey: String
        let message: String
        let signature: String
        let wellFormed: Bool
        let verifies: Bool
    }

    /// Encodings of points of edwards25519.
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
