internal import Crypto
internal import Foundation
internal import Synchronization

/// Compares passwords with their hashes: one at a time, on a thread of its own, because each comparison takes a tenth of a second and
/// 64 MiB. Of each address one password waits, and of all addresses 32.
///
/// A password that was right is compared by a keyed hash afterwards. The key is that of the process, and the keyed hashes are only in
/// memory: nothing on the disk can be compared faster than the hash.
final class PasswordChecks: Sendable {
    private typealias Caller = CheckedContinuation<Bool?, Never>

    private enum Entry {
        case proven, tooMany, begins
        /// Another request with the same password is being compared.
        case waits
    }

    private struct State {
        var proven: Set<[UInt8]> = []
        var waiting: Set<RemoteNetwork> = []
        /// Those who wait for the comparison of a password.
        var callers: [[UInt8]: [Caller]] = [:]

        mutating func enter(_ caller: Caller, _ proof: [UInt8], _ source: RemoteNetwork) -> Entry {
            if proven.contains(proof) { return .proven }
            if let others = callers[proof] {
                guard others.count < maximumWaiting else { return .tooMany }
                callers[proof] = others + [caller]
                return .waits
            }
            guard waiting.count < maximumWaiting, waiting.insert(source).inserted else { return .tooMany }
            callers[proof] = [caller]
            return .begins
        }

        /// - Returns: those who wait for the comparison that has ended.
        mutating func leave(_ proof: [UInt8], _ source: RemoteNetwork, _ isRight: Bool) -> [Caller] {
            waiting.remove(source)
            if isRight {
                if proven.count >= maximumProven { proven = [] }
                proven.insert(proof)
            }
            return callers.removeValue(forKey: proof) ?? []
        }
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
        let isRight = await withCheckedContinuation { caller in
            switch state.withLock({ $0.enter(caller, proof, source) }) {
            case .proven: caller.resume(returning: true)
            case .tooMany: caller.resume(returning: nil)
            case .waits: break
            case .begins:
                queue.async { [self] in
                    let isRight = hash.matches(password)
                    for caller in state.withLock({ $0.leave(proof, source, isRight) }) {
                        caller.resume(returning: isRight)
                    }
                }
            }
        }
        guard let isRight else { throw .tooManyPasswords }
        return isRight
    }

    /// Returns the hash of a new password; nil if the system has too little memory.
    func hash(of password: [UInt8]) async -> PasswordHash? {
        await withCheckedContinuation { caller in
            queue.async { caller.resume(returning: PasswordHash(of: password)) }
        }
    }
}
