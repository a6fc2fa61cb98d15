internal import Crypto
internal import Foundation
internal import Synchronization

/// Compares passwords with their hashes: one at a time, on a thread of its own, because each comparison takes a tenth of a second and
/// 64 MiB. Of each address one password waits, and of all addresses 32.
///
/// A password that was right is compared by a keyed hash afterwards. The key is that of the process, and the keyed hashes are only in
/// memory: nothing on the disk can be compared faster than the hash.
final class PasswordChecks: Sendable {
    private struct State {
        var proven: Set<[UInt8]> = []
        var waiting: Set<RemoteNetwork> = []
    }

    static let maximumProven = 1000
    static let maximumWaiting = 32

    private let key = SymmetricKey(size: .bits256)
    private let queue = DispatchQueue(label: "passwords", qos: .utility)
    private let state = Mutex(State())

    /// Whether a password is the one of a hash.
    ///
    /// - Parameter source: the address from which the password came.
    /// - Throws: ``Failure`` with `too-many-passwords`.
    func isRight(_ password: [UInt8], _ hash: PasswordHash, from source: RemoteNetwork) async throws(Failure) -> Bool {
        let proof = Array(HMAC<SHA256>.authenticationCode(for: Array(hash.text.utf8) + [0] + password, using: key))
        let isQueued = state.withLock { state -> Bool? in
            if state.proven.contains(proof) { return nil }
            guard state.waiting.count < Self.maximumWaiting else { return false }
            return state.waiting.insert(source).inserted
        }
        guard let isQueued else { return true }
        guard isQueued else { throw .tooManyPasswords }
        return await withCheckedContinuation { caller in
            queue.async { [self] in
                let isRight = hash.matches(password)
                state.withLock { state in
                    state.waiting.remove(source)
                    guard isRight else { return }
                    if state.proven.count >= Self.maximumProven { state.proven = [] }
                    state.proven.insert(proof)
                }
                caller.resume(returning: isRight)
            }
        }
    }

    /// Returns the hash of a new password; nil if the system has too little memory.
    func hash(of password: [UInt8]) async -> PasswordHash? {
        await withCheckedContinuation { caller in
            queue.async { caller.resume(returning: PasswordHash(of: password)) }
        }
    }
}
