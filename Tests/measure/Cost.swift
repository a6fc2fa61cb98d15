internal import CAllocations
import Foundation

/// What one operation costs.
struct Cost: Hashable, Codable, Sendable {
    var allocations: Int
    /// The CPU time of all threads, divided by that of the ``calibration()``.
    var cpu: Double
}

/// What the process has used until now.
struct Usage {
    let allocations: UInt64
    let cpuSeconds: Double

    static var now: Usage {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Usage(
            allocations: tidings_allocation_count(), cpuSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    static func - (end: Usage, start: Usage) -> Usage {
        Usage(allocations: end.allocations - start.allocations, cpuSeconds: end.cpuSeconds - start.cpuSeconds)
    }
}

/// The usage of the runs of one workload.
///
/// Of the CPU time, the lowest counts: another program on the machine only makes a run more expensive. Of the allocations,
/// the median counts: what other threads do makes a few runs differ, in both directions.
struct Runs: Hashable, Sendable {
    private var allocations: [Int] = []
    private(set) var cpuSeconds = Double.infinity

    /// Adds a run of `operations` equal operations.
    mutating func add(_ usage: Usage, operations: Int = 1) {
        allocations.append((Int(usage.allocations) + operations / 2) / operations)
        cpuSeconds = min(cpuSeconds, usage.cpuSeconds / Double(operations))
    }

    /// Returns the cost, with three digits for the CPU time.
    ///
    /// - Parameter calibration: the runs of the ``calibration()``.
    func cost(calibratedBy calibration: Runs) -> Cost {
        let ratio = cpuSeconds / calibration.cpuSeconds
        let unit = pow(10, (log10(ratio) - 2).rounded(.down))
        return Cost(
            allocations: allocations.sorted()[allocations.count / 2],
            cpu: Double(String(format: "%.3g", (ratio / unit).rounded() * unit))!)
    }
}

/// How far a measured cost may be from the stored one.
struct Tolerance: Hashable, Sendable {
    /// 0 for an operation that stays on one thread: it allocates equally often each time.
    var allocations: Double
    var cpu = 0.3

    /// Returns a sentence for each number of a workload that is too far from the stored number; none if all are near
    /// enough.
    ///
    /// Fewer allocations are a finding, too: if the number stayed stored, the path could get them back unnoticed. Less CPU
    /// time is none, because the ratio to the calibration is lower on some processors.
    func findings(on name: String, stored: Cost, measured: Cost) -> [String] {
        var findings: [String] = []
        if Double(abs(measured.allocations - stored.allocations)) > allocations * Double(stored.allocations) {
            findings.append(
                "\(name): \(measured.allocations) allocations; the stored number is \(stored.allocations)"
                    + (allocations == 0 ? "." : ", and \(percent(allocations)) more or less are allowed."))
        }
        if measured.cpu - stored.cpu > cpu * stored.cpu {
            findings.append(
                "\(name): \(measured.cpu) of the CPU time of the calibration; the stored number is \(stored.cpu), "
                    + "and \(percent(cpu)) more are allowed.")
        }
        return findings
    }

    private func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
}
