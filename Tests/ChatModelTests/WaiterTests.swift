import Testing

@testable import ChatModel

@Suite(.timeLimit(.minutes(10)))
struct WaiterTests {
    @Test func `a sleep ends when the waiter is woken, before or during the sleep`() async {
        let waiter = Waiter()
        waiter.wake()
        waiter.wake()
        await waiter.sleep()
        async let sleep: Void = waiter.sleep()
        await Task.yield()
        waiter.wake()
        await sleep
        #expect(!waiter.hasEnded)
    }

    @Test func `a waiter that has ended does not sleep again`() async {
        let waiter = Waiter()
        async let sleep: Void = waiter.sleep()
        await Task.yield()
        waiter.end()
        await sleep
        waiter.wake()
        for _ in 1...2 { await waiter.sleep() }
        #expect(waiter.hasEnded)
    }

    @Test(arguments: [true, false])
    func `a waiter ends when its task is cancelled`(early: Bool) async {
        let (sleeping, source) = AsyncStream<Void>.makeStream()
        let task = Task {
            await withWaiter { waiter in
                source.yield()
                await waiter.sleep()
                return waiter.hasEnded
            }
        }
        if !early { _ = await sleeping.first { _ in true } }
        task.cancel()
        #expect(await task.value)
    }

    @Test func `one waiter waits for two signals`() async {
        let signals = [ChangeSignal(), ChangeSignal()]
        for signal in signals {
            async let wait: Void = withWaiter { waiter in
                await signals[0].next(after: signals[0].count, with: waiter) {
                    await signals[1].next(after: signals[1].count, with: waiter) { await waiter.sleep() }
                }
            }
            while signals[1].waiterCount == 0 { await Task.yield() }
            signal.changed()
            await wait
            #expect(signals.map(\.waiterCount) == [0, 0])
        }
    }
}
