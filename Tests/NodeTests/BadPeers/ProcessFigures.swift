import Foundation

/// What the system says about a process: `/proc/PID/status` (proc(5)).
struct ProcessFigures: Sendable {
    /// The most memory that it ever had resident.
    var peakMiB = 0
    var threads = 0

    init() {}

    init(of process: pid_t) throws {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func number(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
            return Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? 0
        }
        peakMiB = number("VmHWM") / 1024
        threads = number("Threads")
    }
}
