import LMDB
import Testing

/// Calls `body` with the span of some bytes, as a table does.
private func withSpan<R>(_ bytes: [UInt8], _ body: (RawSpan) throws -> R) rethrows -> R {
    try unsafe body(bytes.span.bytes)
}

@Suite struct EncodingTests {
    @Test(arguments: [0, 1, 255, 256, 0x0102_0304_0506_0708, .max] as [UInt64])
    func `a number is encoded as eight bytes and decoded again`(number: UInt64) throws {
        let bytes = number.encoded()
        #expect(bytes.count == 8)
        #expect(try withSpan(bytes, UInt64.init(decoding:)) == number)
    }

    @Test func `a number is encoded with its most significant byte first`() {
        #expect(UInt64(0x0102_0304_0506_0708).encoded() == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test(arguments: [0, 4, 7, 9])
    func `decoding a number from too few or too many bytes throws`(count: Int) {
        let bytes = [UInt8](repeating: 0, count: count)
        #expect(throws: MalformedBytes.self) { try withSpan(bytes, UInt64.init(decoding:)) }
    }

    @Test func `an empty value is encoded as no bytes`() throws {
        #expect(Empty().encoded().isEmpty)
        let bytes: [UInt8] = [0]
        #expect(throws: MalformedBytes.self) { try withSpan(bytes, Empty.init(decoding:)) }
    }

    @Test func `integers and bytes are read from a record by offset`() throws {
        let record: [UInt8] = [9, 1, 2, 0xff, 0xff, 0xff, 0xfe, 7, 8]
        #expect(try withSpan(record) { try $0.bigEndian(at: 0, as: UInt8.self) } == 9)
        #expect(try withSpan(record) { try $0.bigEndian(at: 1, as: UInt16.self) } == 0x0102)
        #expect(try withSpan(record) { try $0.bigEndian(at: 3, as: Int32.self) } == -2)
        #expect(try withSpan(record) { try $0.array(7..<9) } == [7, 8])
        #expect(try withSpan(record) { try $0.array(from: 8) } == [8])
        #expect(try withSpan(record) { try $0.array(from: 9) } == [])
    }

    @Test func `reading outside a record throws`() {
        let record: [UInt8] = [1, 2, 3, 4]
        #expect(throws: MalformedBytes.self) { try withSpan(record) { try $0.bigEndian(at: 1, as: UInt32.self) } }
        #expect(throws: MalformedBytes.self) { try withSpan(record) { try $0.bigEndian(at: -1, as: UInt16.self) } }
        #expect(throws: MalformedBytes.self) { try withSpan(record) { try $0.array(3..<5) } }
        #expect(throws: MalformedBytes.self) { try withSpan(record) { try $0.array(from: 5) } }
    }
}
