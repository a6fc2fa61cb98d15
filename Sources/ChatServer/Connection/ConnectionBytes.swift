internal import ChatLink
internal import NIOCore
internal import NIOHTTP1

/// The bytes that one connection holds. Confined to the connection's event loop.
final class ConnectionBytes {
    /// Fewer bytes are not counted, so that an ordinary request costs nothing here.
    static let leastCounted = 4096
    /// About the bytes of a decoded request beside those of its head.
    private static let decodedRequest = 1024
    /// About the bytes of a decoded header field, and of a decoded part of a body, beside those of its contents.
    private static let decodedField = 64
    private static let decodedPart = 256
    /// A path with a query, and its parameters, are held in about this many copies.
    private static let copiesOfAddress = 6
    /// The bytes of a request that arrived without completing a part of it, for which the connection is closed. NIO's decoder
    /// refuses a longer head, but drops some bytes that are no part, such as those of a chunk extension.
    private static let maximumIncomplete = RequestLimits.decoderBytes + (64 << 10)
    /// The bytes of a body that waits for the answers to earlier requests, for which the connection is closed.
    private static let maximumBody = RequestLimits.decodedBodyBytes

    private let all: HeldBytes
    private let network: RemoteNetwork
    private let channel: any Channel
    /// Of each request whose answer is not complete, in their order.
    private var requests = CircularBuffer<Int>()
    /// Of bytes that completed no part of a request yet.
    private var incomplete = 0
    private var lastRead = 0
    private var discards = false
    private var answers = 0
    private var counted: (number: HeldBytes.Number, bytes: Int)?

    init(_ channel: any Channel, of network: RemoteNetwork, in all: HeldBytes) {
        self.channel = channel
        self.network = network
        self.all = all
    }

    /// Bytes have arrived, which are not decoded yet.
    func read(_ count: Int) {
        guard !discards else { return }
        incomplete += count
        lastRead = count
        if incomplete > Self.maximumIncomplete { channel.closeNow() }
        update()
    }

    /// A head was decoded, and its request will be answered.
    func head(_ head: HTTPRequestHead) {
        completed()
        let fields = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + Self.decodedField }
        requests.append(Self.decodedRequest + Self.copiesOfAddress * head.uri.utf8.count + fields)
        update()
    }

    /// A part of the body of the last request was decoded.
    ///
    /// - Returns: false if the connection is closed because of it. The decoder goes on with the bytes that it has.
    func body(_ count: Int) -> Bool {
        completed()
        guard let last = requests.indices.last else { return true }
        let isOver = requests[last] == Self.maximumBody
        requests[last] = min(requests[last] + count + Self.decodedPart, Self.maximumBody)
        update()
        // The route of the first request reads its body as it comes, and refuses a long one.
        guard requests.count > 1, requests[last] == Self.maximumBody else { return true }
        if !isOver { channel.closeNow() }
        return false
    }

    /// The answer to the first request is complete.
    func answered() {
        _ = requests.popFirst()
        update()
    }

    /// So many bytes of answers are not given to the operating system yet.
    func buffered(_ count: Int) {
        answers = count
        update()
    }

    /// The connection has ended.
    func ended() {
        requests.removeAll()
        (incomplete, answers) = (0, 0)
        update()
    }

    /// From now on, what arrives is discarded.
    func discard() {
        (discards, incomplete) = (true, 0)
        update()
    }

    /// The bytes after the part may be the beginning of the next one.
    private func completed() {
        incomplete = min(incomplete, lastRead)
    }

    private func update() {
        let bytes = requests.reduce(incomplete + answers, +)
        if bytes < Self.leastCounted {
            if let counted { all.end(counted.number) }
            counted = nil
        } else if let (number, before) = counted {
            guard abs(bytes - before) >= Self.leastCounted else { return }
            counted = (number, bytes)
            all.set(bytes, of: number)
        } else {
            counted = (all.begin(with: bytes, of: network) { [channel] in channel.closeNow() }, bytes)
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
