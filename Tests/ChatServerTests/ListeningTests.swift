import ChatStore
import ServiceLifecycle
import TestSupport
import Testing

@testable import ChatServer

struct ListeningTests {
    @Test func `the server listens on each address and reports the ports`() async throws {
        try await withStore { store in
            let (found, listening) = AsyncStream<Listener>.makeStream()
            let addresses = [Listener(host: "127.0.0.1", port: 0), Listener(host: "localhost", port: 0)]
            let server = try server(over: store, listeners: addresses, onListening: { listening.yield($0) })
            try await withRunning(server) { _ in
                var seen: Set<Listener> = []
                for await listener in found.prefix(2) { seen.insert(listener) }
                #expect(Set(seen.map(\.host)) == ["127.0.0.1", "localhost"])
                for listener in seen where listener.host == "127.0.0.1" {
                    let answer = try await exchange("GET /test.html HTTP/1.0\r\n\r\n", with: listener.port)
                    #expect(answer?.status == 200)
                }
                #expect(Set(seen.map(\.port)).count == 2)
                #expect(!seen.map(\.port).contains(0))
            }
        }
    }

    @Test func `a port in use stops the server with an error that names the address`() async throws {
        try await withListeningNode { port, _ in
            try await withStore { store in
                let occupied = Listener(host: "127.0.0.1", port: port, isOptional: true)
                let server = try server(over: store, listeners: [Listener(host: "127.0.0.1", port: 0), occupied])
                let error = await #expect(throws: ListenError.self) { try await server.run() }
                #expect(error == ListenError(occupied, .portInUse))
            }
        }
    }

    @Test func `the server skips an address that the machine lacks only if it is optional`() async throws {
        // TEST-NET-1 (RFC 5737): no machine has it.
        let address = "192.0.2.1"
        try await withStore { store in
            let required = try server(over: store, listeners: [Listener(host: address, port: 0)])
            let error = await #expect(throws: ListenError.self) { try await required.run() }
            #expect(error?.reason == .addressMissing)
        }
        try await withStore { store in
            let optional = Listener(host: address, port: 0, isOptional: true)
            let (found, listening) = AsyncStream<Listener>.makeStream()
            let listeners = [optional, Listener(host: "127.0.0.1", port: 0)]
            let server = try server(over: store, listeners: listeners, onListening: { listening.yield($0) })
            try await withRunning(server) { _ in
                #expect(await found.first { _ in true }?.host == "127.0.0.1")
            }
        }
    }

    @Test(arguments: [
        (16_384, 2, 16_186), (1024, 2, 826), (512, 2, 378), (128, 4, 52), (64, 64, 16), (0, 1, 16), (-1, 1, .max),
    ])
    func `the number of connections follows from the file descriptors`(descriptors: Int, cores: Int, connections: Int) {
        #expect(ConnectionLimit.connections(descriptors: descriptors, cores: cores) == connections)
    }

    @Test(arguments: [(954, 716), (16, 12), (2, 1), (1, 0), (.max, 10_000)])
    func `fewer requests may wait than one listener has connections`(connections: Int, waiters: Int) {
        #expect(ConnectionLimit.waiters(connections: connections) == waiters)
    }

    @Test(
        arguments: [
            (1024, .max, 16_384), (1024, 4096, 4096), (1024, 1024, 1024), (100_000, 200_000, 100_000),
            (.max, .max, .max),
        ] as [(UInt64, UInt64, UInt64)])
    func `the soft limit of file descriptors is raised up to the hard limit and never lowered`(
        soft: UInt64, hard: UInt64, raised: UInt64
    ) {
        #expect(DescriptorLimit.raised(soft: soft, hard: hard) == raised)
    }

    @Test func `a name that does not resolve stops the server with an error`() async throws {
        try await withStore { store in
            let server = try server(over: store, listeners: [Listener(host: "no-such-host.invalid", port: 0)])
            let error = await #expect(throws: ListenError.self) { try await server.run() }
            #expect(error?.reason == .nameNotResolved)
        }
    }

    @Test func `connections that arrive while a listener ends are closed`() async throws {
        try await withStore { store in
            let server = try server(over: store)
            try await withRunning(server) { _ in
                for _ in 1...200 {
                    let (ending, end) = AsyncStream<Void>.makeStream()
                    let listener = try await server.listen(on: Listener(host: "127.0.0.1", port: 0)) {
                        for await _ in ending {}
                    }
                    let start = ContinuousClock.now
                    await withTaskGroup { clients in
                        for _ in 1...20 {
                            clients.addTask {
                                _ = try? await exchange("GET /test.html HTTP/1.0\r\n\r\n", with: listener.port)
                            }
                        }
                        end.finish()
                    }
                    // An idle connection has 60 s.
                    #expect(ContinuousClock.now - start < .seconds(20))
                }
            }
        }
    }

    @Test func `a shutdown answers waiting requests and closes slow and idle connections long before their times`()
        async throws
    {
        try await withStore { store in
            let (found, listening) = AsyncStream<Int>.makeStream()
            let server = try server(over: store, onListening: { listening.yield($0.port) })
            try await withRunning(server) { services in
                let port = try #require(await found.first { _ in true })
                try await shutdown(services, store, port)
            }
        }
    }

    private func shutdown(_ services: ServiceGroup, _ store: ChatStore, _ port: Int) async throws {
        let head = "POST /add.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
        let slow = ["", "GET /mess", head, head + "\r\n", head + "\r\nuser=a"]
        try await withThrowingTaskGroup(of: Void.self) { clients in
            let (readiness, ready) = AsyncStream<Void>.makeStream()
            clients.addTask {
                let wait = "GET /messages.php?wait=60 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                let answer = try await exchange(wait, with: port)
                #expect(answer?.body == "<chat>\n</chat>\n")
            }
            for request in slow {
                clients.addTask {
                    try await withConnection(to: port) { connection in
                        try await connection.send("GET /messages.php HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        #expect(try await connection.answer()?.status == 200)
                        try await connection.send(request)
                        ready.yield()
                        _ = try? await connection.rest()
                    }
                }
            }
            for await _ in readiness.prefix(slow.count) {}
            try await eventually("The request waits.") { store.commits.waiterCount == 1 }
            let start = ContinuousClock.now
            await services.triggerGracefulShutdown()
            try await clients.waitForAll()
            // Without the shutdown, a slow request would have 30 s, and an idle connection 60 s.
            #expect(ContinuousClock.now - start < .seconds(20))
            #expect(ConnectionTimes().grace == .seconds(1))
        }
    }
}
