import ChatModel
import ServiceLifecycle

#if canImport(Glibc)
    import CMalloc
#endif

/// Gives memory that is free again back to the operating system. Glibc keeps it otherwise: after a burst of requests, the
/// process would keep hundreds of MB.
struct MemoryKeeper: Service {
    let time: any TimeSource

    private static let pause = Duration.seconds(5)
    /// Fewer free bytes are kept for the next requests.
    private static let keptBytes = 16 << 20

    /// Lets each large block return to the operating system when it is freed. Call this before other threads start.
    static func prepare() {
        #if canImport(Glibc)
            _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
            _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
        #endif
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await time.sleep(for: Self.pause)
                Self.trim()
            }
        }
    }

    private static func trim() {
        #if canImport(Glibc)
            if tidings_free_heap_bytes() > keptBytes { _ = malloc_trim(0) }
        #endif
    }
}
