import Foundation
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import ChatServer

@Suite(.timeLimit(.minutes(1))) struct LargePagesTests {
    private static func client() async throws -> NIOAsyncTestingChannel {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).get()
        return channel
    }

    @Test(arguments: [1, 3]) func `only so many callers have their turn at one time, and each gets one`(atOnce: Int)
        async throws
    {
        let pages = LargePages(atOnce: atOnce)
        let client = try await Self.client()
        let (inProgress, turns) = (Counter(), Counter())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    await pages.turn(on: client) {
                        #expect(inProgress.add(1) <= atOnce)
                        turns.add(1)
                        inProgress.add(-1)
                    }
                }
            }
        }
        #expect(turns.add(0) == 200)
        #expect(await pages.turn(on: client) { 5 } == 5)
    }

    @Test func `a caller whose connection is closed writes no page`() async throws {
        let pages = LargePages(atOnce: 1)
        let (first, second) = (try await Self.client(), try await Self.client())
        let (begun, source) = AsyncStream<Void>.makeStream()
        async let result = pages.turn(on: first) {
            source.yield()
            // Meanwhile the second caller waits and its connection is closed.
            Thread.sleep(forTimeInterval: 0.2)
            return 1
        }
        _ = await begun.first { _ in true }
        async let late = pages.turn(on: second) { 2 }
        try await second.close()
        #expect(await result == 1)
        #expect(await late == nil)
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)

        @discardableResult func add(_ number: Int) -> Int {
            value.withLock { value in
                value += number
                return value
            }
        }
    }
}
