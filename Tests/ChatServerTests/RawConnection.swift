import Foundation
import LinkTestSupport
import NIOCore
import NIOPosix
import NIOSSL

/// A connection for which a test chooses every byte.
struct RawConnection {
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var received: [UInt8] = []

    fileprivate init(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    /// Sends bytes in a write of its own.
    func send(_ text: String) async throws {
        try await outbound.write(ByteBuffer(string: text))
    }

    func send(_ bytes: [UInt8]) async throws {
        try await outbound.write(ByteBuffer(bytes: bytes))
    }

    /// Closes the client's side. Answers can still be read.
    func finish() {
        outbound.finish()
    }

    /// Reads one answer; nil if the connection ends before it is complete.
    mutating func answer(hasBody: Bool = true) async throws -> RawAnswer? {
        while true {
            if let (answer, length) = RawAnswer.read(received, hasBody: hasBody) {
                received.removeFirst(length)
                return answer
            }
            guard let bytes = try await inbound.next(isolation: #isolation) else { return nil }
            received += Array(buffer: bytes)
        }
    }

    /// Reads until the connection ends.
    mutating func rest() async throws -> String {
        while let bytes = try await inbound.next(isolation: #isolation) { received += Array(buffer: bytes) }
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }
}

/// An HTTP/1.1 answer with a Content-Length.
struct RawAnswer {
    let status: Int
    /// The header as received, without the status line.
    let header: String
    let body: String

    /// Whether the header has a line. Upper and lower case are equal.
    func has(_ line: String) -> Bool {
        header.lowercased().split(separator: "\r\n").contains { $0 == line.lowercased() }
    }

    fileprivate static func read(_ bytes: [UInt8], hasBody: Bool) -> (RawAnswer, length: Int)? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let headEnd = text.range(of: "\r\n\r\n") else { return nil }
        let head = text[..<headEnd.lowerBound]
        let headLength = text[..<headEnd.upperBound].utf8.count
        let length = hasBody ? contentLength(in: head) : 0
        guard bytes.count >= headLength + length else { return nil }
        let body = String(decoding: bytes[headLength..<(headLength + length)], as: UTF8.self)
        let lines = head.split(separator: "\r\n", maxSplits: 1)
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return (
            RawAnswer(status: status, header: lines.count > 1 ? String(lines[1]) : "", body: body),
            headLength + length
        )
    }

    private static func contentLength(in head: Substring) -> Int {
        let field = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        return field.flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) } ?? 0
    }
}

/// Runs `body` with a connection to a port of this machine, and closes it afterwards.
///
/// - Parameter tls: the client's settings; nil for no TLS.
func withConnection<Result: Sendable>(
    to port: Int, over tls: TLSConfiguration? = nil, _ body: @Sendable (inout RawConnection) async throws -> Result
) async throws -> Result {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(.allowRemoteHalfClosure, value: true)
        .connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                if let tls {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler.acceptingAll(tls))
                }
                return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                    wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
            }
        }
    return try await channel.executeThenClose { inbound, outbound in
        var connection = RawConnection(inbound, outbound)
        return try await body(&connection)
    }
}

/// Opens a connection, sends each piece in a write of its own, and reads one answer.
func exchange(_ pieces: String..., with port: Int) async throws -> RawAnswer? {
    try await withConnection(to: port) { connection in
        for piece in pieces { try await connection.send(piece) }
        return try await connection.answer()
    }
}
