import LMDB
import Testing

@Suite struct TableTests {
    @Test func `numeric keys are scanned in numeric order`() throws {
        try withEnvironment { environment in
            let table: Table<UInt64, Empty> = try makeTable(in: environment)
            let numbers: [UInt64] = [256, 1, .max, 255, 0, 65_536]
            try environment.write { transaction in
                for number in numbers { try table.put(number, Empty(), in: &transaction) }
            }
            #expect(try environment.read { try keys(of: table, in: $0) } == numbers.sorted())
        }
    }

    @Test func `a key sorts before longer keys that begin with it`() throws {
        try withEnvironment { environment in
            let table: Texts = try makeTable(in: environment)
            try environment.write { transaction in
                for key: [UInt8] in [[2], [1, 0], [1], [1, 255]] { try table.put(key, [], in: &transaction) }
            }
            #expect(try environment.read { try keys(of: table, in: $0) } == [[1], [1, 0], [1, 255], [2]])
        }
    }

    @Test func `put replaces a value`() throws {
        try withEnvironment { environment in
            let table: Numbers = try makeTable(in: environment)
            try environment.write { transaction in
                try table.put(1, 10, in: &transaction)
                #expect(try table.get(1, in: transaction) == 10)
                try table.put(1, 12, in: &transaction)
                #expect(try table.get(1, in: transaction) == 12)
                #expect(try table.count(in: transaction) == 1)
            }
        }
    }

    @Test func `append refuses a key that is not above the last one, and the write can continue`() throws {
        try withEnvironment { environment in
            let table: Numbers = try makeTable(in: environment)
            try environment.write { transaction in
                try table.append(5, 0, in: &transaction)
                for key: UInt64 in [5, 4] {
                    do throws(LMDBError) {
                        try table.append(key, 1, in: &transaction)
                        Issue.record("append of \(key) after 5 did not throw")
                    } catch {
                        #expect(error.code == .keyExists)
                        #expect(error.operation == "append")
                    }
                }
                try table.append(6, 0, in: &transaction)
            }
            #expect(try environment.read { try keys(of: table, in: $0) } == [5, 6])
        }
    }

    @Test func `delete returns whether the key existed`() throws {
        try withEnvironment { environment in
            let table: Numbers = try makeTable(in: environment)
            try environment.write { transaction in
                try table.put(1, 10, in: &transaction)
                #expect(try table.delete(1, in: &transaction))
                #expect(try !table.delete(1, in: &transaction))
                #expect(try !table.contains(1, in: transaction))
            }
        }
    }

    @Test func `clear empties one table and leaves the other unchanged`() throws {
        try withEnvironment { environment in
            let table: Numbers = try makeTable(in: environment)
            let other: Numbers = try makeTable("other", in: environment)
            try environment.write { transaction in
                for key: UInt64 in 0..<1_000 {
                    try table.append(key, key, in: &transaction)
                    try other.append(key, key, in: &transaction)
                }
            }
            try environment.write { try table.clear(in: &$0) }
            #expect(try environment.read { try table.count(in: $0) } == 0)
            #expect(try environment.read { try other.count(in: $0) } == 1_000)
        }
    }

    @Test(arguments: [0, 1, 511, 4_096, 100_000])
    func `a value of any size is read back unchanged`(size: Int) throws {
        try withEnvironment { environment in
            let table: Texts = try makeTable(in: environment)
            let value = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try environment.write { try table.put([1], value, in: &$0) }
            #expect(try environment.read { try table.get([1], in: $0) } == value)
        }
    }

    @Test(arguments: [1, 511])
    func `a key of a legal length is found`(size: Int) throws {
        try withEnvironment { environment in
            let table: Texts = try makeTable(in: environment)
            let key = [UInt8](repeating: 7, count: size)
            try environment.write { try table.put(key, [1], in: &$0) }
            #expect(try environment.read { try keys(of: table, .from(key, through: key), in: $0) } == [key])
        }
    }

    @Test(arguments: [0, 512])
    func `a write refuses a key of an illegal length, and can continue`(size: Int) throws {
        try withEnvironment { environment in
            let table: Texts = try makeTable(in: environment)
            let key = [UInt8](repeating: 7, count: size)
            try environment.write { transaction in
                try table.put([1], [1], in: &transaction)
                var errors: [LMDBError?] = []
                errors.append(failure { try table.put(key, [], in: &transaction) })
                errors.append(failure { try table.append(key, [], in: &transaction) })
                #expect(errors.map { $0?.code } == [.badValueSize, .badValueSize])
                #expect(errors.map { $0?.operation } == ["put", "append"])
                #expect(errors.allSatisfy { $0?.subject == "table" })
                try table.put([2], [2], in: &transaction)
            }
            #expect(try environment.read { try keys(of: table, in: $0) } == [[1], [2]])
        }
    }

    @Test func `decoding bytes that are not of the table's type throws an error with the table's name`() throws {
        try withEnvironment { environment in
            let texts: Texts = try makeTable(in: environment)
            let numbers: Numbers = try makeTable(in: environment)
            try environment.write { transaction in
                try texts.put([0, 0, 0, 0, 0, 0, 0, 1], [1, 2, 3], in: &transaction)
                try texts.put([9], [], in: &transaction)
            }
            try environment.read { transaction in
                let value = failure { _ = try numbers.get(1, in: transaction) }
                #expect(value?.code == .malformed)
                #expect(value?.description.contains("\"table\"") == true)
                #expect(value?.description.contains("value") == true)
                let key = failure { _ = try numbers.last(in: transaction) }
                #expect(key?.code == .malformed)
                #expect(key?.description.contains("key") == true)
            }
        }
    }

    @Test func `a read that opens a missing table throws notFound`() throws {
        try withEnvironment { environment in
            let error = failure { _ = try environment.read { try Numbers("table", in: $0) } }
            #expect(error?.code == .notFound)
            #expect(error?.subject == "table")
        }
    }

    @Test func `a table does not exist if the write that created it was aborted`() throws {
        try withEnvironment { environment in
            #expect(throws: BodyError.self) {
                try environment.write { transaction in
                    _ = try Numbers("table", in: transaction)
                    throw BodyError()
                }
            }
            #expect(failure { _ = try environment.read { try Numbers("table", in: $0) } }?.code == .notFound)
        }
    }

    @Test func `opening too many tables throws tablesFull`() throws {
        try withEnvironment { environment in
            for name in ["table", "other", "third"] + (4...32).map({ "table \($0)" }) {
                let _: Numbers = try makeTable(name, in: environment)
            }
            #expect(failure { let _: Numbers = try makeTable("table 33", in: environment) }?.code == .tablesFull)
        }
    }
}
