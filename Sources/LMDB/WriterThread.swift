internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Remembers which thread is writing, so that a write inside a write throws an error instead of waiting forever.
struct WriterThread: ~Copyable {
    private static let none: UInt = 0

    private let writing = Atomic<UInt>(none)

    /// Whether the calling thread is writing.
    var isCurrent: Bool { writing.load(ordering: .relaxed) == Self.current }

    /// Notes that the calling thread has begun to write.
    func enter() { writing.store(Self.current, ordering: .relaxed) }

    /// Notes that the calling thread has stopped writing. Another thread may already be writing.
    func leave() { _ = writing.compareExchange(expected: Self.current, desired: Self.none, ordering: .relaxed) }

    private static var current: UInt {
        #if os(Linux)
            UInt(pthread_self())
        #else
            unsafe UInt(bitPattern: pthread_self())
        #endif
    }
}
