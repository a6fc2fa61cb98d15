import ChatModel
import Testing

@testable import ChatReplication

/// The search for the end of ids at which requests fail.
struct FailingRowTests {
    /// Searches for a message.
    ///
    /// - Parameters:
    ///   - first: the smallest distance at which a request brings a message.
    ///   - end: the smallest distance at which the log has no more messages.
    /// - Returns: the distance that the search found, and the number of requests.
    private func search(
        for first: UInt64, before end: UInt64 = .max, singleIDs: Int = 0
    ) -> (distance: UInt64, requests: Int) {
        var row = FailingRow(singleIDs: singleIDs)
        for requests in 1...1000 {
            let distance = row.distance
            if distance < first {
                row.fail()
            } else {
                row.end(at: distance)
                if row.distance == distance || distance < end { return (distance, requests) }
            }
        }
        return (0, 1000)
    }

    @Test(arguments: [1, 2, 16, 17, 1_048_576, 33_554_432, Limits.idCeiling - 1])
    func `the end of any row is found in few requests`(first: UInt64) {
        let found = search(for: first)
        #expect(found.distance >= first && found.distance < 2 * first)
        #expect(found.requests <= 33)
    }

    @Test(arguments: [1_048_577, 1_500_000, 33_554_433, 2_000_000_000] as [UInt64])
    func `a single message between a row and the end of the log is found`(first: UInt64) {
        let found = search(for: first, before: first + 1)
        #expect(found.distance == first)
        #expect(found.requests <= 64)
    }

    @Test func `distances grow by one id before they double`() {
        var row = FailingRow(singleIDs: 4)
        var distances: [UInt64] = []
        for _ in 1...7 {
            distances.append(row.distance)
            row.fail()
        }
        #expect(distances == [1, 2, 3, 4, 8, 16, 32])
    }

    @Test func `a place behind the row that fails later does not end the search`() {
        var row = FailingRow()
        row.end(at: row.distance)
        #expect(row.distance == 1)
        row.fail()
        #expect(row.distance == 2)
    }
}
