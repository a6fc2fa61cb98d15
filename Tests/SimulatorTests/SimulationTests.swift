import Simulator
import Testing

/// `scripts/mutate` shows that the simulator finds defects: it runs the patches in `Tests/Mutations`.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SimulationTests {
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
