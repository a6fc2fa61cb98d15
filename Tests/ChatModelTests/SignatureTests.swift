import Crypto
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

    /// BoringSSL's verdict on what the strict checks let through; false for the rest.
    private func verdict(_ key: [UInt8], _ signature: [UInt8], _ form: [UInt8]) -> Bool {
        guard (try? PublicKey(bytes: key)) != nil, (try? Signature(bytes: signature)) != nil else { return false }
        return (try? Curve25519.Signing.PublicKey(rawRepresentation: key))?.isValidSignature(signature, for: form)
            == true
    }

    private func ownVerdict(_ key: [UInt8], _ signature: [UInt8], _ form: [UInt8]) -> Bool {
        guard let key = try? PublicKey(bytes: key), let signature = try? Signature(bytes: signature) else {
            return false
        }
        return key.verifies(signature, over: form)
    }

    @Test func `two libraries agree on mutated signatures, keys and forms`() throws {
        var dice = SeededGenerator(seed: 1)
        var good = 0
        for _ in 0..<2_500 {
            let pair = SigningKey()
            let form = (0..<Int.random(in: 0..<200, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
            let (key, signature) = (pair.publicKey.bytes, try pair.sign(form).bytes)
            let other = SigningKey().publicKey.bytes
            func mutated(_ bytes: [UInt8]) -> [UInt8] {
                var bytes = bytes
                if let index = bytes.indices.randomElement(using: &dice) {
                    bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
                }
                return bytes
            }
            let point = [UInt8](hex: Vectors.points.accepted.randomElement(using: &dice) ?? "")
            for (key, signature, form) in [
                (key, signature, form), (mutated(key), signature, form), (key, mutated(signature), form),
                (key, signature, mutated(form)), (other, signature, form), (point, signature, form),
                (key, point + signature[32...], form), (point, point + [UInt8](repeating: 0, count: 32), form),
            ] {
                let isGood = ownVerdict(key, signature, form)
                #expect(isGood == verdict(key, signature, form), "\(key) \(signature) \(form)")
                if isGood { good += 1 }
            }
        }
        #expect((2_500..<2_600).contains(good))
    }

    @Test func `two libraries agree on points of small order, and of mixed order, as key and as R`() {
        let points = (Vectors.points.smallOrder + Vectors.points.accepted).map { [UInt8](hex: $0) }
        for key in points {
            for point in points {
                for scalar in [UInt8(0), 1, 8] {
                    let signature = point + [scalar] + [UInt8](repeating: 0, count: 31)
                    #expect(ownVerdict(key, signature, []) == verdict(key, signature, []), "\(key) \(signature)")
                }
            }
        }
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
