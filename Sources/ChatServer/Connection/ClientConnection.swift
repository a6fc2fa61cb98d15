internal import ChatLink
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// Hummingbird's HTTP/1 connection with a ``ConnectionHandler`` in its pipeline, and TLS before it if the listener is for
/// peers.
struct ClientConnection: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let http1: HTTP1Channel
    private let times: ConnectionTimes
    private let held: HeldBytes
    private let clients: ClientTable
    private let links: LinkListener?
    private let owners: SocketOwners?

    /// - Parameters:
    ///   - links: TLS and bounds of a listener for peers; nil for clients.
    ///   - owners: the users who may connect to the socket for administration; nil for another listener.
    init(
        times: ConnectionTimes, held: HeldBytes, clients: ClientTable, links: LinkListener?, owners: SocketOwners?,
        responder: @escaping HTTPChannelHandler.Responder
    ) {
        // No idle timeout here: ConnectionHandler enforces all time limits.
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: RequestLimits.decoderBytes, maxHeaderListSize: RequestLimits.decoderBytes,
            maxHeaderFieldCount: RequestLimits.decoderFields)
        http1 = HTTP1Channel(responder: responder, configuration: .init(httpDecoderConfiguration: decoder))
        self.times = times
        self.held = held
        self.clients = clients
        self.links = links
        self.owners = owners
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let user = owners == nil ? channel.eventLoop.makeSucceededFuture(nil) : SocketOwners.user(of: channel)
        return http1.setup(channel: channel, logger: logger).and(user).flatMapThrowing { value, user in
            let pipeline = channel.pipeline.syncOperations
            try Self.boundReads(of: channel)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let address = ClientAddress(channel.remoteAddress)
            if let owners, !owners.contains(user) {
                channel.closeNow()
                return value
            }
            let bytes = ConnectionBytes(channel, of: address.network, in: held)
            try pipeline.addHandler(RequestBytesHandler(bytes), position: .before(decoder))
            let added = (links?.strangers ?? clients).add(channel, of: address)
            let handler = ConnectionHandler(times: times, bytes: bytes, client: added.client)
            try pipeline.addHandler(handler, position: .after(decoder))
            try links?.addTLS(to: channel, added) { handler.client = $0 }
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
        await http1.handle(value: value, logger: logger)
    }
}
