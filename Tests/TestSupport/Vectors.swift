public import ChatModel
import Foundation

extension [UInt8] {
    /// The bytes of a string of hexadecimal digits.
    public init(hex: String) {
        let digits = hex.map { UInt8($0.hexDigitValue!) }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// The test vectors in `Tests/Vectors`, which other programs computed: `Tests/ProtocolTests`, OpenSSL by way of Python's
/// package cryptography, and integer arithmetic in Python.
public enum Vectors {
    /// An entry of a log as it stands in a page, and the verdict of a reader on it.
    public struct Entry: Decodable, Sendable {
        public enum Verdict: String, Decodable, Sendable {
            case good
            case badMessage = "bad message"
            case unreadablePage = "unreadable page"
            case gone
            case listed
            case damaged
            case laterForm = "later form"
        }

        public let name: String
        public let element: String
        /// The group that the root of the page names, in base64url; nil if it names none.
        public let pageGroup: String?
        public let verdict: Verdict
        /// The failure code of a bad message.
        public let code: String?
        /// The form of a message of a later form.
        public let form: UInt64?
        /// The digest; of a bad message nil.
        public let digest: String?
        /// Of a listed message: its origin and its group, in hex, and whether the node lacks its values.
        public let origin: String?
        public let group: String?
        public let lacksValues: Bool?
    }

    /// A message and its signed form; bytes are strings of hexadecimal digits.
    public struct GoldenMessage: Decodable, Sendable {
        /// A field. A kept field has a value. An erasable one has a value, or `gone` with the hash and `bytes` with the
        /// length.
        struct Field: Decodable, Sendable {
            let name: String
            let kind: UInt8
            let value: String?
            let gone: String?
            let bytes: Int?
        }

        public let name: String
        /// The private key of the origin; nil if a signature with it would be another one.
        public let seed: String?
        let origin: String
        let group: String
        let stamp: String
        let nonce: String
        let salt: String?
        let fields: [Field]
        public let signedForm: String
        let signature: String
        public let digest: String

        /// The message, made from its parts.
        public var message: Message {
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

    /// A page of a log, and the verdict of a reader on it.
    public struct Page: Decodable, Sendable {
        public enum Verdict: String, Decodable, Sendable {
            case readable = "readable page"
            case unreadable = "unreadable page"
            case noReadableRoot = "no readable root"
        }

        public let name: String
        public let verdict: Verdict
        private let page: String?
        private let bytes: String?

        public var content: [UInt8] { bytes.map { [UInt8](hex: $0) } ?? Array(page!.utf8) }
    }

    /// A text that somebody has pasted, and the first whole link of an invitation in it; nil if there is none.
    public struct PastedText: Decodable, Sendable {
        public let name: String
        public let text: String
        public let link: String?
    }

    /// A signature, and whether it must verify. If libraries disagree, the strict rules of this project decide.
    public struct SignatureCase: Decodable, Sendable {
        public let name: String
        public let publicKey: String
        public let message: String
        public let signature: String
        public let wellFormed: Bool
        public let verifies: Bool
    }

    /// Encoded points of edwards25519.
    public struct Points: Decodable, Sendable {
        public let smallOrder: [String]
        public let smallOrderWithAnotherSign: [String]
        public let notCanonical: [String]
        public let accepted: [String]
    }

    public static let entries: [Entry] = load("messages")
    /// The good messages among the entries.
    public static let goodMessages = load("messages", as: [Lenient<GoldenMessage>].self).compactMap(\.value)
    public static let pages: [Page] = load("pages")
    public static let pastedTexts: [PastedText] = load("invitations")
    public static let signatures: [SignatureCase] = load("signatures")
    public static let points: Points = load("points")

    private static func load<Vector: Decodable>(_ name: String, as type: Vector.Type = Vector.self) -> Vector {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/\(name).json")
        return try! JSONDecoder().decode(Vector.self, from: Data(contentsOf: url))
    }

    /// A value, or nil for an entry of another kind.
    private struct Lenient<Value: Decodable>: Decodable {
        let value: Value?

        init(from decoder: any Decoder) throws {
            value = try? Value(from: decoder)
        }
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
