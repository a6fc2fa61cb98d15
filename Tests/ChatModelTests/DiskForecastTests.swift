import ChatModel
import Testing

/// When a disk that fills will be full.
struct DiskForecastTests {
    private static let hour = Duration.seconds(60 * 60)

    /// Takes hourly samples, and returns the last forecast in hours.
    private func forecast(_ free: [Int]) -> Int? {
        var forecast = DiskForecast()
        var left: Duration?
        for (index, free) in free.enumerated() { left = forecast.timeLeft(freeBytes: free, at: Self.hour * index) }
        return left.map { Int(($0 / Self.hour).rounded()) }
    }

    @Test func `a disk that fills at a constant rate has so much time left`() {
        #expect(forecast((0...6).map { 100 - $0 }) == 94)
        #expect(forecast((0...24).map { 100 - $0 }) == 76)
        #expect(forecast((0...100).map { 100 - $0 }) == 0)
    }

    @Test func `there is no forecast in the first hours, for more than a week, and without a loss of space`() {
        #expect(forecast((0...5).map { 100 - $0 }) == nil)
        #expect(forecast((0...24).map { 1000 - $0 }) == nil)
        #expect(forecast([Int](repeating: 100, count: 25)) == nil)
        #expect(forecast((0...24).map { 100 + $0 }) == nil)
    }

    @Test func `only the last day counts`() {
        // A big file was copied two days ago.
        #expect(forecast([1000] + [Int](repeating: 100, count: 48)) == nil)
        #expect(forecast((0...48).map { 1000 - 20 * $0 } + (1...24).map { 40 - $0 }) == 16)
    }
}
