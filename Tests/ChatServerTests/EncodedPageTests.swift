import HTTPTypes
import NIOCore
import Testing

@testable import ChatServer

struct EncodedPageTests {
    @Test(arguments: [
        ("192.0.2.1", 1025, true, true), ("2001:db8::1", 1_000_000, true, true), ("192.0.2.1", 1024, true, false),
        ("192.0.2.1", 1025, false, false), ("127.0.0.1", 1025, true, false), ("127.1.2.3", 1025, true, false),
        ("::1", 1025, true, false), ("::ffff:127.0.0.1", 1025, true, false),
    ])
    func `a page of more than 1 KiB is compressed for another machine that accepts it`(
        address: String, byteCount: Int, acceptsGzip: Bool, isCompressed: Bool
    ) throws {
        let remote = try #require(RemoteAddress(address))
        #expect(EncodedPage.isCompressed(byteCount, for: remote, acceptsGzip: acceptsGzip) == isCompressed)
        let bytes = [UInt8](repeating: 0x20, count: byteCount)
        let page = try EncodedPage(bytes, for: remote, acceptsGzip: acceptsGzip)
        #expect(page.headers[.contentEncoding] == (isCompressed ? "gzip" : nil))
        #expect((page.body.readableBytes < byteCount / 10) == isCompressed)
        #expect((Array(buffer: page.body) == bytes) == !isCompressed)
    }
}
