import Simulator

/// Two runs of one scenario differed.
struct Difference: Error, CustomStringConvertible {
    var description: String { "The second run differed from the first." }
}

/// A scenario that found a defect.
struct Finding: Error, CustomStringConvertible {
    let scenario: Scenario
    let reason: any Error

    var description: String {
        "\(reason) Repeat this run with: scripts/simulate \(scenario) --trace"
    }
}
