internal import NIOCore
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The bytes that the node holds for its clients: of requests that are not answered yet, and of answers that are not read
/// yet. Over the maximum, the connection that has held bytes for the longest time is closed.
///
/// A client that does not read its answers, or that never completes a request, makes the node hold bytes. Without a
/// maximum for all of them together, thousands of such clients would take all memory.
final class HeldBytes: Sendable {
    /// A connection that holds bytes has a number; the numbers rise in the order in which the connections began to hold them.
    typealias Number = UInt64

    private struct Holder {
        var bytes: Int
        let close: @Sendable () -> Void
    }

    private struct State {
        var holders: [Number: Holder] = [:]
        var total = 0
        /// The next number to give.
        var next: Number = 0
        /// No holder has a lower number.
        var lowest: Number = 0
    }

    private let maximum: Int
    private let onFull: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximum: the bytes of all connections together.
    ///   - onFull: called for each connection that is closed.
    init(maximum: Int, onFull: @escaping @Sendable () -> Void) {
        self.maximum = maximum
        self.onFull = onFull
    }

    /// The bytes of all connections together.
    var total: Int { state.withLock { $0.total } }

    /// Adds a connection.
    ///
    /// - Parameter close: closes the connection; called on any thread.
    func begin(with bytes: Int, close: @escaping @Sendable () -> Void) -> Number {
        change { state in
            defer { state.next += 1 }
            state.holders[state.next] = Holder(bytes: bytes, close: close)
            state.total += bytes
            return state.next
        }
    }

    /// Changes the bytes of a connection, unless it is being closed because of them.
    func set(_ bytes: Int, of number: Number) {
        change { state in
            guard let before = state.holders[number]?.bytes else { return }
            state.holders[number]?.bytes = bytes
            state.total += bytes - before
        }
    }

    /// Removes a connection.
    func end(_ number: Number) {
        change { state in state.total -= state.holders.removeValue(forKey: number)?.bytes ?? 0 }
    }

    private func change<R>(_ body: (inout sending State) -> R) -> R {
        let (result, closed) = state.withLock { state in
            let result = body(&state)
            return (result, self.takeOldest(from: &state))
        }
        for holder in closed {
            onFull()
            holder.close()
        }
        return result
    }

    /// Removes the oldest holders until the total is not above the maximum.
    private func takeOldest(from state: inout State) -> [Holder] {
        var taken: [Holder] = []
        while state.total > maximum {
            if let holder = state.holders.removeValue(forKey: state.lowest) {
                state.total -= holder.bytes
                taken.append(holder)
            }
            state.lowest += 1
        }
        return taken
    }
}

/// The bytes that one connection holds. Confined to the connection's event loop.
final class ConnectionBytes {
    /// Fewer bytes are not counted, so that an ordinary request costs nothing here.
    static let leastCounted = 4096
    /// About the bytes of a decoded request beside those that arrived.
    private static let decodedRequest = 2048

    private let all: HeldBytes
    private let channel: any Channel
    /// The bytes of requests whose answers are not complete.
    private var requests = 0
    private var lastRead = 0
    /// The memory of requests that wait for the answers to earlier ones.
    private var decoded = 0
    private var answers = 0
    private var counted: (number: HeldBytes.Number, bytes: Int)?

    init(_ channel: any Channel, in all: HeldBytes) {
        self.channel = channel
        self.all = all
    }

    /// Bytes of a request have arrived.
    func read(_ count: Int) {
        requests += count
        lastRead = count
        update()
    }

    /// So many requests are not answered yet. If none is left, the bytes that arrived last may be the beginning of another
    /// request.
    func answersDue(_ count: Int) {
        if count == 0 { requests = min(requests, lastRead) }
        decoded = max(0, count - 1) * Self.decodedRequest
        update()
    }

    /// So many bytes of answers are not given to the operating system yet.
    func buffered(_ count: Int) {
        answers = count
        update()
    }

    /// The connection has ended.
    func ended() {
        (requests, decoded, answers) = (0, 0, 0)
        update()
    }

    private func update() {
        let bytes = requests + decoded + answers
        if bytes < Self.leastCounted {
            if let counted { all.end(counted.number) }
            counted = nil
        } else if let (number, before) = counted {
            guard abs(bytes - before) >= Self.leastCounted else { return }
            counted = (number, bytes)
            all.set(bytes, of: number)
        } else {
            counted = (all.begin(with: bytes) { [channel] in channel.closeNow() }, bytes)
        }
    }
}

@available(*, unavailable)
extension ConnectionBytes: Sendable {}

/// Counts the bytes of requests before NIO's decoder, which keeps an incomplete head.
final class RequestBytesHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let bytes: ConnectionBytes

    init(_ bytes: ConnectionBytes) {
        self.bytes = bytes
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes.read(unwrapInboundIn(data).readableBytes)
        context.fireChannelRead(data)
    }
}

@available(*, unavailable)
extension RequestBytesHandler: Sendable {}

extension Channel {
    /// Closes the connection, and lets the operating system drop what the client has not read.
    func closeNow() {
        _ = (self as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        close(promise: nil)
    }
}
