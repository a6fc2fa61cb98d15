import Simulator
import Testing

/// The mutations that each invariant of ``Violation`` detects, and the first of the seeds 1, 2, 3 … that detects it.
///
/// | invariant | mutation | seed |
/// |---|---|---|
/// | 1, 3 | a post is acknowledged before the commit | 1 |
/// | 2 | a 409 counts as a failure of the peer | 3 |
/// | 3 | neither the judge nor the store checks whether a message is stored | 1 |
/// | 4 | post keys are ignored | 5 |
/// | 4 | the next id is the last id plus one, so that a copy does not jump | 7 |
/// | 4 | a copy always jumps by 100,000 ids | 88 |
/// | 5 | a peer does not check the mark of a request | 3 |
/// | 5 | the mark of a page is not checked | 5 |
/// | 5 | one message in 256 counts as stored | 1 |
/// | 5 | the cursor in memory moves although a commit failed | 5 |
/// | 6 | a page whose `next` is beyond its log traps | 1 |
/// | 2, 7 | fields of a later version are dropped | 1 |
/// | 8 | a stamp is the wall clock's time | 1 |
/// | 8 | a clock setback is not detected | 3 |
@Suite(.serialized, .timeLimit(.minutes(3))) struct SimulationTests {
    @Test func `equal scenarios give equal runs, and another seed gives another run`() async throws {
        var traces: [String] = []
        for seed in [1, 4] as [UInt64] {
            let scenario = Scenario(seed: seed, features: .original)
            var lines = 0
            let first = try await Simulation.run(scenario) { _ in lines += 1 }
            #expect(lines > 100)
            // A digest over all lines.
            #expect(try await Simulation.run(scenario).trace == first.trace)
            traces.append(first.trace)
        }
        #expect(traces[0] != traces[1])
    }
}
