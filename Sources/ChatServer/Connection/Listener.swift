internal import ChatLink
internal import ChatModel
internal import Foundation
internal import NIOCore
internal import NIOPosix

/// An address on which the server accepts connections.
public struct Listener: Hashable, Sendable, CustomStringConvertible {
    public enum Purpose: Hashable, Sendable {
        case clients
        /// Clients on phones in the networks of this machine, which have sessions.
        case phones
        /// Links of peers.
        case peers
        /// The command line of the node's owner, over a Unix socket.
        case administration
    }

    /// An IP address, or a name that resolves to one. An IPv6 address has no brackets. For administration, the path of the
    /// socket.
    public let host: String
    /// 0 lets the operating system choose a port.
    public let port: Int
    /// Whether the server runs without this listener on a machine that does not have the address.
    public let isOptional: Bool
    public let purpose: Purpose

    public init(host: String, port: Int, isOptional: Bool = false, purpose: Purpose = .clients) {
        self.host = host
        self.port = port
        self.isOptional = isOptional
        self.purpose = purpose
    }

    /// A listener for the command line.
    ///
    /// - Parameter path: at most 107 bytes (unix(7)). A socket at the path is replaced, anything else stays.
    public init(socket path: String) {
        self.init(host: path, port: 0, purpose: .administration)
    }

    /// Removes the socket, and nothing else that may be at its path.
    func removeSocket() {
        let attributes = try? FileManager.default.attributesOfItem(atPath: host)
        guard attributes?[.type] as? FileAttributeType == .typeSocket else { return }
        _ = unsafe unlink(host)
    }

    public var isForPeers: Bool { purpose == .peers }

    /// Whether only programs on this machine reach the listener.
    public var isLoopback: Bool { HostPort(host: host, port: port).isLoopback }

    /// Returns the listener with the port on which it accepts connections.
    func listening(on port: Int) -> Listener {
        Listener(host: host, port: port, isOptional: isOptional, purpose: purpose)
    }

    /// `host:port`, with brackets around an IPv6 address.
    public var description: String {
        purpose == .administration ? host : HostPort(host: host, port: port).description
    }
}

/// The reason why the server cannot listen on an address.
public struct ListenError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        case portInUse
        /// Something that is not a socket is at the path of a socket.
        case notASocket
        /// The machine does not have the address.
        case addressMissing
        /// The operating system reserves the port, usually one below 1024.
        case permissionDenied
        /// The host is a name that does not resolve to an address.
        case nameNotResolved
        /// Any other reason, in the operating system's words.
        case other(String)
    }

    public let listener: Listener
    public let reason: Reason

    public init(_ listener: Listener, _ reason: Reason) {
        self.listener = listener
        self.reason = reason
    }

    init(_ listener: Listener, _ error: any Error) {
        let reason: Reason =
            switch (error as? IOError)?.errnoCode {
            case EADDRINUSE: .portInUse
            case EADDRNOTAVAIL, EAFNOSUPPORT: .addressMissing
            case EACCES, EPERM: .permissionDenied
            case nil where error is SocketAddressError.UnknownHost: .nameNotResolved
            case nil where error is UnixDomainSocketPathWrongType: .notASocket
            default: .other("\(error)")
            }
        self.init(listener, reason)
    }
}

extension ListenError: CustomStringConvertible {
    /// The facts, for a log. The program writes the sentence for the node's owner.
    public var description: String { "Cannot listen on \(listener): \(reason)" }
}
