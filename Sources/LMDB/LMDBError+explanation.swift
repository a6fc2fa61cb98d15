internal import CLMDB

extension LMDBError.Code {
    /// The sentence for a person: our own where there is something to be done, else LMDB's or the system's.
    var explanation: String {
        switch self {
        case .mapFull: "The map is full; delete something or open the environment with a larger map size."
        case .diskFull: "The disk is full; make room on it, then try again."
        case .panic: "An earlier commit failed half way; close the environment and open it again."
        case .readersFull: "Too many readers at once; wait for one to end or open with a larger reader limit."
        case .tablesFull: "Too many tables; open the environment with a larger table limit."
        case .alreadyOpen: "This process has it open already; an environment is opened once and shared."
        case .wouldDeadlock: "A write inside a write on the same thread would wait for itself for ever."
        case .badTable: "The table belongs to another environment than the transaction."
        case .badTransaction: "An earlier operation in this transaction failed, so it can only be aborted."
        case .fileGone: "The file was removed or replaced; close the environment, put the file back and open it again."
        case .malformed: "Stored bytes are not of the table's type."
        default: unsafe "\(String(cString: mdb_strerror(rawValue))) (status \(rawValue))."
        }
    }
}
