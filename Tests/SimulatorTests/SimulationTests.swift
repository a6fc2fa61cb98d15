import Simulator
import Testing

@Suite("The simulation", .serialized)
struct SimulationTests {
    @Test("holds what must always hold", arguments: 1...20 as ClosedRange<UInt64>)
    func holds(seed: UInt64) async throws {
        _ = try await Simulation.run(seed: seed)
    }
}
