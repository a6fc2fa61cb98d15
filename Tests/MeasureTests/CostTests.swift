import Testing

@testable import measure

@Suite struct CostTests {
    private let stored = Cost(allocations: 100, cpu: 0.5)

    private func findings(_ measured: Cost, _ tolerance: Tolerance) -> [String] {
        tolerance.findings(on: "post", stored: stored, measured: measured)
    }

    @Test func `equal costs are no finding`() {
        #expect(findings(stored, Tolerance(allocations: 0)).isEmpty)
    }

    @Test(arguments: [99, 101])
    func `without a tolerance, one allocation more or less is a finding`(allocations: Int) {
        #expect(
            findings(Cost(allocations: allocations, cpu: 0.5), Tolerance(allocations: 0)) == [
                "post: \(allocations) allocations; the stored number is 100."
            ])
    }

    @Test(arguments: [(90, 0), (110, 0), (89, 1), (111, 1)])
    func `with a tolerance, allocations beyond it are a finding`(allocations: Int, count: Int) {
        #expect(findings(Cost(allocations: allocations, cpu: 0.5), Tolerance(allocations: 0.1)).count == count)
    }

    @Test(arguments: [(0.1, 0), (0.36, 0), (0.64, 0), (0.66, 1)])
    func `more CPU time than the tolerance allows is a finding`(cpu: Double, count: Int) {
        #expect(findings(Cost(allocations: 100, cpu: cpu), Tolerance(allocations: 0)).count == count)
    }

    @Test func `the cost of an operation is the median of the allocations and the lowest CPU time`() {
        var calibration = Runs()
        calibration.add(Usage(allocations: 1, cpuSeconds: 0.01))
        var runs = Runs()
        runs.add(Usage(allocations: 1000, cpuSeconds: 0.2), operations: 10)
        runs.add(Usage(allocations: 10, cpuSeconds: 0.06), operations: 10)
        runs.add(Usage(allocations: 1201, cpuSeconds: 0.05), operations: 10)
        #expect(runs.cost(calibratedBy: calibration) == Cost(allocations: 100, cpu: 0.5))
    }

    @Test func `the CPU time has three digits`() {
        var calibration = Runs()
        calibration.add(Usage(allocations: 1, cpuSeconds: 3))
        var runs = Runs()
        runs.add(Usage(allocations: 1, cpuSeconds: 2))
        #expect(runs.cost(calibratedBy: calibration).cpu == 0.667)
    }

    #if os(Linux)
        @Test func `an allocation is counted`() {
            let start = Usage.now
            let bytes = [UInt8](repeating: 1, count: start.allocations == 0 ? 100 : 200)
            let allocations = (Usage.now - start).allocations
            #expect(allocations >= 1)
            #expect(bytes.count == 200)
        }
    #endif
}
