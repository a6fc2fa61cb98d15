import ChatModel
import Testing

@testable import ChatLink

@Suite struct BeaconTests {
    private let key = SigningKey().publicKey

    @Test func `who knows the key recognises a beacon, and nobody else`() throws {
        let beacon = Beacon(of: key, port: 7411)
        let heard = try #require(Beacon(bytes: beacon.bytes))
        #expect(heard == beacon && heard.port == 7411)
        #expect(heard.isOf(key))
        #expect(!heard.isOf(SigningKey().publicKey))
        #expect(Beacon(of: key, port: 7411) != beacon)
    }

    @Test func `a changed beacon is nobody's, but for its port`() throws {
        let bytes = Beacon(of: key, port: 7411).bytes
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(try #require(Beacon(bytes: changed)).isOf(key) == (index < 2))
        }
    }

    @Test func `the bytes are those of the protocol`() throws {
        let key = try PublicKey(bytes: Array(repeating: 0, count: 31) + [1])
        let bytes: [UInt8] = [0x1c, 0xf3, 1, 2, 3, 4, 5, 6, 7, 8] + [0x62, 0x5e, 0xf9, 0xf9, 0xcb, 0x12, 0x17, 0x6]
        let beacon = try #require(Beacon(bytes: bytes))
        #expect(beacon.port == 7411 && beacon.isOf(key))
    }

    @Test(arguments: [
        [], [UInt8](repeating: 1, count: 17), [UInt8](repeating: 1, count: 19), [UInt8](repeating: 0, count: 18),
    ])
    func `other bytes are no beacon`(bytes: [UInt8]) {
        #expect(Beacon(bytes: bytes) == nil)
    }
}
