internal import ChatLink
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// Hummingbird's HTTP/1 connection with a ``ConnectionHandler`` in its pipeline. If the listener is for peers, TLS comes first,
/// and the handlers of HTTP are added after its handshake: a stranger who only connects costs little.
struct ServedConnection: ServerChildChannel {
    /// A connection, which is closed if nobody serves it: Hummingbird drops one that arrives while its listener ends.
    final class Value: ServerChildChannelValue {
        let channel: any Channel
        /// The requests and their answers; nil if the connection ends before its first request.
        let http: EventLoopFuture<HTTP1Channel.Value?>

        init(channel: any Channel, http: EventLoopFuture<HTTP1Channel.Value?>) {
            (self.channel, self.http) = (channel, http)
        }

        deinit {
            channel.close(promise: nil)
        }
    }

    private let http1: HTTP1Channel
    private let times: ConnectionTimes
    private let held: HeldBytes
    private let table: ConnectionTable
    private let links: LinkListener?
    private let owners: SocketOwners?

    /// - Parameters:
    ///   - links: TLS and bounds of a listener for peers; nil for clients.
    ///   - owners: the users who may connect to the socket for administration; nil for another listener.
    init(
        times: ConnectionTimes, held: HeldBytes, table: ConnectionTable, links: LinkListener?, owners: SocketOwners?,
        responder: @escaping HTTPChannelHandler.Responder
    ) {
        // No idle timeout here: ConnectionHandler enforces all time limits.
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: RequestLimits.decoderBytes, maxHeaderListSize: RequestLimits.decoderBytes,
            maxHeaderFieldCount: RequestLimits.decoderFields)
        http1 = HTTP1Channel(responder: responder, configuration: .init(httpDecoderConfiguration: decoder))
        self.times = times
        self.held = held
        self.table = table
        self.links = links
        self.owners = owners
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let user = owners == nil ? channel.eventLoop.makeSucceededFuture(nil) : SocketOwners.user(of: channel)
        return user.flatMapThrowing { user in
            try Self.boundReads(of: channel)
            if let owners, !owners.contains(user) {
                channel.closeNow()
                return Value(channel: channel, http: channel.eventLoop.makeSucceededFuture(nil))
            }
            return Value(channel: channel, http: try begin(on: channel, logger))
        }
    }

    /// Serves requests, at a listener for peers after the handshake. On a turned link, the other side serves them.
    private func begin(on channel: any Channel, _ logger: Logger) throws -> EventLoopFuture<HTTP1Channel.Value?> {
        let address = RemoteAddress(channel.remoteAddress)
        guard let links else {
            let connection = table.add(channel, of: address).connection
            return http(on: channel, connection, logger).map(\.self)
        }
        let requests = channel.eventLoop.makePromise(of: HTTP1Channel.Value?.self)
        channel.closeFuture.whenComplete { _ in requests.succeed(nil) }
        try links.addTLS(to: channel, of: address) { connection in
            requests.completeWith(http(on: channel, connection, logger).map(\.self))
        }
        return requests.futureResult
    }

    /// Adds the handlers of HTTP.
    private func http(
        on channel: any Channel, _ connection: ConnectionTable.Connection, _ logger: Logger
    ) -> EventLoopFuture<HTTP1Channel.Value> {
        http1.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let bytes = ConnectionBytes(channel, of: connection.address.network, in: held)
            try pipeline.addHandler(RequestBytesHandler(bytes), position: .before(decoder))
            let handler = ConnectionHandler(times: times, bytes: bytes, connection: connection)
            try pipeline.addHandler(handler, position: .after(decoder))
            // NIO ends the process if this value goes before the channel is closed, unless somebody has served the connection.
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(value) {} }
            return value
        }
    }

    /// Lets one connection read only so many bytes before the other connections of its thread get their turn. NIO's usual
    /// 256 KiB can be tens of thousands of parts, which take the thread for many milliseconds.
    private static func boundReads(of channel: any Channel) throws {
        let options = channel.syncOptions
        try options?.setOption(.maxMessagesPerRead, value: 1)
        try options?.setOption(
            .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 16 << 10))
    }

    func handle(value: Value, logger: Logger) async {
        guard let http = try? await value.http.get() else { return value.channel.closeNow() }
        await http1.handle(value: http, logger: logger)
    }
}
