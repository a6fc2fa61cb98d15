import Simulator
import Testing

@Suite("The simulation", .serialized, .timeLimit(.minutes(3)))
struct SimulationTests {
    @Test("gives the same run for the same seed, byte for byte", arguments: [1, 4])
    func repeats(seed: UInt64) async throws {
        let first = try await lines(of: seed)
        let second = try await lines(of: seed)
        #expect(first == second)
        #expect(first.count > 100)
    }

    private func lines(of seed: UInt64) async throws -> [String] {
        var lines: [String] = []
        _ = try await Simulation.run(seed: seed) { lines.append($0) }
        return lines
    }
}
