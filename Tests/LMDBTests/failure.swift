import LMDB

/// The LMDB error that `body` throws; nil if it does not throw one.
func failure(_ body: () throws -> Void) -> LMDBError? {
    do {
        try body()
        return nil
    } catch {
        return error as? LMDBError
    }
}
