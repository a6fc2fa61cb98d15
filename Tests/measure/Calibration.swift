import Crypto

/// Hashes, allocates and copies, as the code of a node does. The CPU time of this work shows how fast the machine is now.
///
/// A change of this function changes all stored CPU times.
///
/// - Returns: a number that depends on all of the work, so that the compiler cannot leave any of it out.
@inline(never)
func calibration() -> Int {
    var total = 0
    var bytes = [UInt8](repeating: 1, count: 4096)
    for round in 0..<100 {
        bytes[round] = UInt8(SHA256.hash(data: bytes).reduce(0, ^))
        // Each element is an allocation of its own, and a copy.
        let copies = (1...32).map { Array(bytes[0..<($0 * 16)]) }
        total += copies.reduce(0) { $0 + Int($1[round % $1.count]) }
    }
    return total
}
