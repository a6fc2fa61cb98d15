import Simulator

/// Two runs of one scenario differed.
struct Difference: Error, CustomStringConvertible {
    var description: String { "The second run differed from the first." }
}

/// A run that found a defect.
struct Finding: Error, CustomStringConvertible {
    /// The arguments of scripts/simulate that repeat the run.
    let run: String
    let reason: any Error

    var description: String { "\(reason) Repeat this run with: scripts/simulate \(run) --trace" }
}
