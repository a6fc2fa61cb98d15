import ChatModel
import Foundation
import TestSupport
import Testing

/// The web client repeats values of the node. These tests compare them with the node's own.
struct WebContractTests {
    @Test func `the limits of the web client are the limits of the protocol`() throws {
        let limits = [
            "textBytes": Limits.textBytes, "shortFieldScalars": Limits.shortFieldScalars,
            "shortFieldBytes": Limits.shortFieldBytes, "tolerance": Int(Stamp.tolerance),
        ]
        #expect(try Self.constants(in: "model/limits.js") == limits)
    }

    @Test(arguments: [("illegalInText", FieldName.text), ("illegalInName", .user), ("illegalInName", .room)])
    func `the web client refuses exactly the characters that the node refuses`(pattern: String, field: FieldName)
        throws
    {
        let declarations = try Self.text(of: "model/validation.js").matches(of: #/const (\w+) = /(.+)/u;/#)
        let declaration = try #require(declarations.first { $0.1 == pattern })
        let illegal = try Regex(String(declaration.2)).matchingSemantics(.unicodeScalar)
        // All scalars of the Basic Multilingual Plane, and the first and last one of each other plane.
        let ends = (1...16).flatMap { plane -> [UInt32] in [plane << 16, plane << 16 | 0xffff] }
        let scalars = (Array(0...0xffff) + ends).compactMap(Unicode.Scalar.init)
        let differing = scalars.filter { scalar in
            let isRefused = (try? Self.draft(field, String(scalar))) == nil
            return isRefused != (String(scalar).firstMatch(of: illegal) != nil)
        }
        #expect(differing.isEmpty)
    }

    /// Returns a draft with a value in one field.
    private static func draft(_ name: FieldName, _ text: String) throws(Refusal) -> Draft {
        var fields: [FieldName: FieldValue] = [.user: try FieldValue("jack"), .text: try FieldValue("hello")]
        fields[name] = try FieldValue(text)
        return try Draft(fields.map { (name: $0.key, value: $0.value) })
    }

    @Test func `the web client has a text for every failure that a person who posts can meet`() throws {
        let translated = try Self.keys(in: "languages/en.js", after: "failure-")
        let known = Set(FailureCode.registry.map(\.rawValue))
        let neverMet = FailureCode.neverSent.union(Self.neverMet)
        #expect(translated == known.subtracting(neverMet.map(\.rawValue)))
        #expect(neverMet.isSubset(of: FailureCode.registry))
    }

    /// Failures that no post of the web client gets as its answer.
    private static let neverMet: [FailureCode] = [
        // The web client sends one user, one text and at most one room, all of them in valid UTF-8 and not empty.
        .fieldName, .fieldEmpty, .fieldTwice, .tooManyFields, .notUTF8, .userMissing, .contentMissing,
        // The node checks its own name when it starts.
        .deviceTooLong,
        // These describe a bad message in a peer's page.
        .badPublicKey, .badSignature, .badValue, .fieldKind, .valueTooLong, .badMarkup,
        // The browser sends a correct request to the address from which it loaded the page.
        .badRequest, .badHost, .badAddress, .badParameter, .badPostKey, .badMultipart, .notFound,
        .methodNotAllowed, .addressTooLong, .unsupportedType, .foreignHost, .headerTooLarge, .unknownCoding,
        .unknownVersion,
        // Only nodes ask for the log, and use the port for links.
        .tlsRequired, .notPaired, .notIntroduced, .peerRemoved, .peerPaused, .foreignNode, .pairingRequired,
        // Nobody invites, joins or changes peers by a post of a message.
        .badInvitation, .ownInvitation, .invitationUnknown, .invitationExpired, .invitationUsedUp, .invitationVoid,
        .otherGroup, .inviterOtherGroup, .notMember, .messagesNotCarried, .groupNotConfirmed, .tooManyPeers,
        .tooManyInvitations,
        .peersUnconfirmed, .joining, .cannotLeave, .onlyMember, .notListening, .peerUnknown, .inviterUnreachable,
        .inviterRefused,
        .notOwner, .noOwnersAddress, .wrongPassword, .tooManyPasswords, .passwordInFile,
        // A post key has 128 random bits.
        .postKeyReused,
        // A post has no cursor.
        .cursorUnknown,
    ]

    // MARK: The files of the web client

    /// Returns the numbers that a script exports, such as `export const textBytes = 16 * 1024;`.
    private static func constants(in script: String) throws -> [String: Int] {
        let declarations = try text(of: script).matches(of: #/export const (\w+) = ([0-9_ *]+);/#)
        return Dictionary(
            uniqueKeysWithValues: declarations.map { declaration in
                let factors = declaration.2.split(separator: "*").map { Int($0.filter(\.isNumber)) ?? 0 }
                return (String(declaration.1), factors.reduce(1, *))
            })
    }

    /// Returns the rest of each quoted key that begins with the prefix.
    private static func keys(in script: String, after prefix: String) throws -> Set<String> {
        let keys = try text(of: script).matches(of: #/'([a-z0-9-]+)':/#).map { String($0.1) }
        return Set(keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
    }

    private static func text(of script: String) throws -> String {
        let file = URL(filePath: "../../Sources/ChatServer/Web/\(script)", relativeTo: URL(filePath: #filePath))
        return try String(contentsOf: file, encoding: .utf8)
    }
}
