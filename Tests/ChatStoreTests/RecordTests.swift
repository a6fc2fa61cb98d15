import ChatModel
import TestSupport
import Testing

@testable import ChatStore

struct RecordTests {
    private let format = RecordFormat(checksum: Checksum(seed: .random()))

    @Test(
        arguments: [
            (0, 0), (1_294_219_800_000, 1_294_219_800_000), ((1 << 48) - 1, (1 << 48) - 1), (1 << 48, (1 << 48) - 1),
            (.max, (1 << 48) - 1),
        ] as [(UInt64, UInt64)])
    func `a record keeps its arrival up to the year 10889`(milliseconds: UInt64, kept: UInt64) throws {
        let time = UnixTime(milliseconds: milliseconds)
        let entry = LogEntry(
            position: LogPosition(id: Sample.id(7), mark: .zero), arrival: time,
            body: .gone(try Digest(bytes: 0..<32)), isErased: false)
        let record = format.encode(entry)
        #expect(try format.entry(record, at: Sample.id(7)).arrival.milliseconds == kept)
        #expect(Record.arrival(of: record)?.milliseconds == kept)
    }
}
