import Dispatch
import NIOCore
import Synchronization
import Testing

@testable import ChatServer

@Suite(.timeLimit(.minutes(10))) struct LargePagesTests {
    private static let here = RemoteNetwork.thisMachine

    private static func stays(_ departed: @Sendable () -> Void) {}

    @Test(arguments: [1, 3]) func `only so many callers have their turn at one time, and each gets one`(atOnce: Int)
        async throws
    {
        let pages = LargePages(atOnce: atOnce)
        let (inProgress, turns) = (Counter(), Counter())
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<200 {
                tasks.addTask {
                    await pages.turn(of: Self.here, onDeparture: Self.stays) {
                        #expect(inProgress.add(1) <= atOnce)
                        turns.add(1)
                        inProgress.add(-1)
                    }
                }
            }
        }
        #expect(turns.add(0) == 200)
        #expect(await pages.turn(of: Self.here, onDeparture: Self.stays) { 5 } == 5)
    }

    /// Begins callers while another one has the only turn, in the order of `networks`, and then ends that turn.
    ///
    /// - Parameter departs: whether a caller's client leaves while it waits.
    /// - Returns: the numbers of the callers that wrote their pages, in that order.
    private func turns(_ networks: [RemoteNetwork], departs: @escaping @Sendable (Int) -> Bool) async -> [Int] {
        let pages = LargePages(atOnce: 1)
        let departures = List<@Sendable () -> Void>()
        let written = List<Int>()
        let (begun, source) = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { [end] in
                await pages.turn(of: Self.here, onDeparture: Self.stays) {
                    source.yield()
                    end.wait()
                }
            }
            _ = await begun.first { _ in true }
            for (number, network) in networks.enumerated() {
                tasks.addTask {
                    await pages.turn(
                        of: network,
                        onDeparture: { departed in
                            if departs(number) { departures.append(departed) }
                        },
                        { written.append(number) })
                }
                while pages.waitingCount <= number { await Task.yield() }
            }
            for departed in departures.all { departed() }
            end.signal()
        }
        #expect(pages.waitingCount == 0)
        return written.all
    }

    @Test func `a caller whose client has left while it waited writes no page`() async {
        #expect(await turns([Self.here, Self.here, Self.here]) { $0 == 1 } == [0, 2])
    }

    @Test func `a caller that need not wait writes its page for a client that sends nothing more`() async {
        let result = await LargePages(atOnce: 1).turn(of: Self.here, onDeparture: { $0() }, { 1 })
        #expect(result == 1)
    }

    @Test func `networks take turns`() async throws {
        func network(_ address: String) throws -> RemoteNetwork {
            RemoteAddress(try SocketAddress(ipAddress: address, port: 5)).network
        }
        let (one, other) = (try network("10.0.0.1"), try network("2001:db8::1"))
        #expect(await turns([one, one, one, other, Self.here]) { _ in false } == [0, 3, 4, 1, 2])
    }

    private final class List<Element: Sendable>: Sendable {
        private let elements = Mutex<[Element]>([])
        var all: [Element] { elements.withLock { $0 } }
        func append(_ element: Element) { elements.withLock { $0.append(element) } }
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
