import Testing

@testable import ChatModel

struct WakeQueueTests {
    private static func ids(_ waiters: some Sequence<Waiter>) -> [ObjectIdentifier] {
        waiters.map(ObjectIdentifier.init)
    }

    @Test func `the queue wakes a slice, and one waiter after each that wakes`() {
        var queue = WakeQueue()
        let waiters = (0..<WakeQueue.slice * 3).map { _ in Waiter() }
        queue.append(waiters)
        #expect(Self.ids(queue.start()) == Self.ids(waiters.prefix(WakeQueue.slice)))
        #expect(queue.start().isEmpty)
        for waiter in waiters.dropFirst(WakeQueue.slice) { #expect(queue.next() === waiter) }
        for _ in 0..<WakeQueue.slice { #expect(queue.next() == nil) }
        queue.append([waiters[0]])
        #expect(Self.ids(queue.start()) == Self.ids([waiters[0]]))
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `every waiter is woken, also if waiters end in the queue`(seed: UInt64) {
        var random = Numbers(state: seed)
        var queue = WakeQueue()
        var woken: Set<ObjectIdentifier> = []
        // The waiters whose tasks have yet to call next(), and those of them that have yet to be woken.
        var asleep: [Waiter] = []
        var awake: [Waiter] = []
        func wake(_ waiter: Waiter) {
            woken.insert(ObjectIdentifier(waiter))
            guard let index = asleep.firstIndex(where: { $0 === waiter }) else { return }
            awake.append(asleep.remove(at: index))
        }
        var all: [Waiter] = []
        for _ in 0..<5000 {
            switch UInt64.random(in: 0..<10, using: &random) {
            case 0:
                let more = (0..<Int.random(in: 1...500, using: &random)).map { _ in Waiter() }
                guard all.count < 20_000 else { continue }
                all += more
                asleep += more
                queue.append(more)
                for waiter in queue.start() { wake(waiter) }
            case 1...2 where !asleep.isEmpty:
                asleep.remove(at: Int.random(in: asleep.indices, using: &random))
                if let waiter = queue.next() { wake(waiter) }
            case 3... where !awake.isEmpty:
                awake.removeFirst()
                if let waiter = queue.next() { wake(waiter) }
            default:
                break
            }
        }
        while !awake.isEmpty {
            awake.removeFirst()
            if let waiter = queue.next() { wake(waiter) }
        }
        #expect(asleep.isEmpty)
        #expect(woken.count == all.count)
    }

    /// The generator SplitMix64, so that a seed repeats.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }
}
