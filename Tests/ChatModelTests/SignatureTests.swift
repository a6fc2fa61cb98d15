import TestSupport
import Testing

@testable import ChatModel

@Suite struct SignatureTests {
    @Test(arguments: Vectors.signatures)
    func `a signature is accepted or refused as its test vector says`(
        vector: Vectors.SignatureCase
    ) throws {
        let key = try PublicKey(bytes: [UInt8](hex: vector.publicKey))
        guard vector.wellFormed else {
            #expect(refusal { _ = try Signature(bytes: [UInt8](hex: vector.signature)) } == .badSignature)
            return
        }
        let signature = try Signature(bytes: [UInt8](hex: vector.signature))
        #expect(key.verifies(signature, over: [UInt8](hex: vector.message)) == vector.verifies)
    }

    @Test(arguments: Vectors.points.smallOrder + Vectors.points.smallOrderWithAnotherSign + Vectors.points.notCanonical)
    func `a point of small order or in noncanonical form is refused as a public key and as R`(point: String) {
        let point = [UInt8](hex: point)
        #expect(refusal { _ = try PublicKey(bytes: point) } == .badPublicKey)
        #expect(refusal { _ = try Signature(bytes: point + Array(repeating: 0, count: 32)) } == .badSignature)
    }

    @Test(arguments: Vectors.points.accepted)
    func `a canonical point that is not of small order is accepted as a public key and as R`(point: String) throws {
        let point = [UInt8](hex: point)
        #expect(try PublicKey(bytes: point).bytes == point)
        _ = try Signature(bytes: point + Array(repeating: 0, count: 32))
    }

    @Test func `all test vectors are loaded`() {
        #expect(Vectors.points.smallOrder.count == 8)
        #expect(Vectors.points.notCanonical.count == 38)
        #expect(Vectors.signatures.filter(\.verifies).count == 4)
        #expect(Vectors.goodMessages.count > 100)
        #expect(Vectors.goodMessages.count { $0.seed != nil } > 90)
    }

    @Test(arguments: [0, 31, 33, 64])
    func `a public key or seed of another length is refused`(count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(refusal { _ = try PublicKey(bytes: bytes) } == .badValue)
        #expect(refusal { _ = try SigningKey(seed: bytes) } == .nodeKeyUnreadable)
    }
}
