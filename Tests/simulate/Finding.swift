/// Two runs of one seed differed.
struct Difference: Error, CustomStringConvertible {
    var description: String { "A second run of it was another one." }
}

/// What a seed found.
struct Finding: Error, CustomStringConvertible {
    let seed: UInt64
    let reason: any Error

    var description: String {
        "With seed \(seed): \(reason) See it happen with: scripts/simulate --seed \(seed) --trace"
    }
}
