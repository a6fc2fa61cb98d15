internal import ChatLink
internal import Foundation
internal import NIOCore

/// Asks the kernel whose socket the other end of a connection within this machine is (sock_diag(7)).
enum SocketDiagnosis {
    enum Answer: Hashable {
        /// The id of the user who opened the socket.
        case user(UInt32)
        /// The other end has no open socket: it was closed, or is not in the network of this process.
        case noSocket
        /// This process cannot ask at the moment, for example because it has too many open files.
        case notAsked
        /// The kernel answers no such question.
        case unknown
    }

    #if os(Linux)
        /// Returns who has the end `remote` of a TCP connection, of which this process has the end `local`.
        ///
        /// A socket that was closed has no inode any more, and its user reads as 0.
        static func user(at remote: SocketAddress, connectedTo local: SocketAddress) -> Answer {
            let answer: [UInt8]
            switch exchange(request(remote, local)) {
            case .success(let bytes) where bytes.count >= headerBytes + 4: answer = bytes
            case .failure(let error) where passing.contains(error.number): return .notAsked
            default: return .unknown
            }
            switch answer.number(at: 4, of: UInt16.self) {
            case errorType:
                return answer.number(at: headerBytes, of: Int32.self) == -ENOENT ? .noSocket : .unknown
            case diagnosisByFamily where answer.count >= headerBytes + messageBytes:
                let inode = answer.number(at: headerBytes + 68, of: UInt32.self)
                // Without such a connection, the kernel answers with a listener at the address.
                let isListener = answer[headerBytes + 1] == listening
                return inode == 0 || isListener
                    ? .noSocket : .user(answer.number(at: headerBytes + 64, of: UInt32.self))
            default: return .unknown
            }
        }

        // Constants of linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h.
        private static let diagnosisByFamily: UInt16 = 20
        private static let diagnosisProtocol: Int32 = 4
        private static let requestFlag: UInt16 = 1
        private static let errorType: UInt16 = 2
        private static let listening: UInt8 = 10
        /// Errors that say nothing about the system.
        private static let passing = [EMFILE, ENFILE, ENOBUFS, ENOMEM, EAGAIN]
        private static let headerBytes = 16
        private static let messageBytes = 72

        /// Returns `struct nlmsghdr` and `struct inet_diag_req_v2`.
        private static func request(_ remote: SocketAddress, _ local: SocketAddress) -> [UInt8] {
            let family = remote.ipBytes.count == 4 ? AF_INET : AF_INET6
            var request: [UInt8] = []
            request.append(number: UInt32(headerBytes + 56))
            request.append(number: diagnosisByFamily)
            request.append(number: requestFlag)
            // The sequence number and the port of the sender.
            request.append(number: UInt64(1))
            request += [UInt8(family), UInt8(IPPROTO_TCP), 0, 0]
            // All states.
            request.append(number: UInt32.max)
            for address in [remote, local] { request.append(number: UInt16(address.port ?? 0).bigEndian) }
            for address in [remote, local] {
                request += address.ipBytes + Array(repeating: 0, count: 16 - address.ipBytes.count)
            }
            // Any interface, and no cookie.
            request.append(number: UInt32(0))
            request.append(number: UInt64.max)
            return request
        }

        private struct SystemError: Error {
            let number = errno
        }

        /// Sends a request and returns the answer.
        private static func exchange(_ request: [UInt8]) -> Result<[UInt8], SystemError> {
            let socket = Glibc.socket(
                AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), diagnosisProtocol)
            guard socket >= 0 else { return .failure(SystemError()) }
            defer { close(socket) }
            var answer = [UInt8](repeating: 0, count: 512)
            guard unsafe send(socket, request, request.count, 0) == request.count else {
                return .failure(SystemError())
            }
            // The kernel has answered before `send` returns.
            let count = unsafe recv(socket, &answer, answer.count, Int32(MSG_DONTWAIT))
            return count > 0 ? .success(Array(answer.prefix(count))) : .failure(SystemError())
        }
    #else
        static func user(at remote: SocketAddress, connectedTo local: SocketAddress) -> Answer { .unknown }
    #endif
}

extension [UInt8] {
    fileprivate mutating func append(number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number) { unsafe append(contentsOf: $0) }
    }

    fileprivate func number<Number: FixedWidthInteger>(at offset: Int, of type: Number.Type) -> Number {
        unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }
}
