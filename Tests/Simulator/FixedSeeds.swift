/// The seeds that are always run, before fresh ones.
public enum FixedSeeds {
    /// Between them they show each of the breaks that are listed in `SimulationTests`.
    private static let showing = Array(1...16 as ClosedRange<UInt64>)

    /// Each showed a defect once, of the program or of the simulator.
    private static let found: [UInt64] = [
        // A page that had been given before skipped what lay between, with ids and a mark right in themselves.
        4_271_498_292,
        // A backup put back twice gave the same ids twice.
        954_018_184, 88, 1_710_533_648, 2_043_460_834,
        // What could not be read was put aside after all was healed.
        6,
        // Links that timed out as all was healed catch up later, and that is no noise.
        1_178_061_382, 2_757_395_573,
        // A clock that was wrong only while nothing was written made forget that it had been set back before.
        2_911_151_672,
        // An empty page that leaves out what came after the newest common position.
        591_139_006,
    ]

    public static let all = showing + found.filter { !showing.contains($0) }
}
