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
