/// The operations that can fail, as the words that ``LMDBError/operation`` shows.
enum Operation: String {
    case open, begin, commit, get, put, insert, append, delete, clear, count, scan, decode, inspect, copy
}
