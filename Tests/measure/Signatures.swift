import ArgumentParser
import ChatModel
import Crypto
import Dispatch
import Foundation
import Synchronization
import TestSupport

/// `measure signatures SECONDS`: verifies the signatures of messages on all cores, and prints how many each second.
///
/// It calls only the library, without the stricter rules of nodes. No node can pull faster than this.
struct Signatures: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify the signatures of messages on all cores, and print the number a second.")

    @Argument(help: "How long to verify.")
    var seconds: Int

    func run() throws {
        let key = SigningKey()
        let library = try Curve25519.Signing.PublicKey(rawRepresentation: key.publicKey.bytes)
        let signed = try (0..<100).map { number in
            let message = try VerifiedMessage(
                Fields(text: "message \(number) " + String(repeating: "x", count: 49)), at: Sample.stamp, signing: key
            ).message
            return (form: message.signedForm, signature: message.signature.bytes)
        }
        let verified = Atomic(0)
        let failed = Atomic(0)
        let clock = ContinuousClock()
        let start = clock.now
        DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
            while clock.now - start < .seconds(seconds) {
                for (form, signature) in signed where !library.isValidSignature(signature, for: form) {
                    failed.add(1, ordering: .relaxed)
                }
                verified.add(signed.count, ordering: .relaxed)
            }
        }
        let duration = (clock.now - start) / .seconds(1)
        guard failed.load(ordering: .relaxed) == 0 else {
            throw WrongResult(description: "A signature did not verify.")
        }
        print(Int(Double(verified.load(ordering: .relaxed)) / duration))
    }
}
