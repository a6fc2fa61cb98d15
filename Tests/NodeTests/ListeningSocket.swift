import ChatClient
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A socket that reserves a free port of 127.0.0.1 until it is released. It accepts no connections.
final class ListeningSocket {
    let port: Int
    private let descriptor: CInt

    init() throws {
        #if canImport(Glibc)
            let stream = CInt(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe bind(descriptor, address, length) == 0 else { return CInt(-1) }
                return unsafe getsockname(descriptor, address, &length)
            }
        }
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRNOTAVAIL) }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit {
        close(descriptor)
    }
}

/// Returns addresses at which no server listens yet, so that nodes can name one another as peers before they start.
func freeAddresses(_ count: Int) throws -> [NodeAddress] {
    let sockets = try (0..<count).map { _ in try ListeningSocket() }
    return try sockets.map { try NodeAddress("http://127.0.0.1:\($0.port)") }
}
