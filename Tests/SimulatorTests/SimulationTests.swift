import Simulator
import Testing

/// What each invariant of ``Violation`` is worth: breaks that were made on purpose, and the first of the seeds 1, 2, 3 …
/// that went red (a seed is one run).
///
/// | invariant | break | seed |
/// |---|---|---|
/// | 1, 3 | success is answered before the commit | 1 |
/// | 2 | a 409 is taken for a failure of the peer | 3 |
/// | 3 | neither the judge nor the store asks whether a message is held | 1 |
/// | 4 | keys of posts are ignored | 5 |
/// | 4 | the next id is the last one and one, so that a copy does not jump | 7 |
/// | 4 | a copy jumps by 100,000 ids and no more | 88 |
/// | 5 | a peer does not check the mark that it is asked with | 3 |
/// | 5 | a page is not checked by its mark | 5 |
/// | 5 | one message in 256 is taken for held | 1 |
/// | 5 | after a failed commit the cursor goes on in memory | 5 |
/// | 6 | a page that leads beyond its log is a trap | 1 |
/// | 2, 7 | fields of a later version are dropped | 1 |
/// | 8 | a stamp is the clock's alone | 1 |
/// | 8 | a clock that was set back is not noticed | 3 |
@Suite("The simulation", .serialized, .timeLimit(.minutes(3)))
struct SimulationTests {
    @Test("gives the same run for the same seed, line for line, and another for another")
    func repeats() async throws {
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
