/// Why there is no connection to a node, or why it broke.
public enum ConnectionProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case refused
    /// The node closed the connection.
    case closed
    case timedOut
    case noRoute
    /// The name of the host does not resolve to an address.
    case nameNotResolved(String)
    /// The look-up of the host's name has not ended in time.
    case nameTimedOut(String)
    /// Too many names are being looked up.
    case tooManyNames
    /// The name of a host on another machine resolves to an address of this machine.
    case nameOfThisMachine(String)
    /// The zone of the address is no network interface of this machine.
    case interfaceMissing(String)
    /// The header of the answer is too long.
    case headerTooLong
    /// The answer is not HTTP/1.1.
    case notHTTP
    case cancelled

    // MARK: Of a link

    /// No address of the node is known: it does not listen.
    case noAddress
    /// Another node than the wanted one answered, with this key.
    case otherKey(PublicKey)
    /// The program there speaks plain HTTP or a TLS before 1.3.
    case notTLS13
    /// The program there speaks TLS 1.3, but not the protocol of links.
    case notLink
    /// The TLS handshake failed for another reason, with the library's names of the errors.
    case handshakeFailed(String)
    /// The TLS handshake did not end in time.
    case handshakeTimedOut
    /// Each of several addresses has a problem of its own. The addresses are in the order of the configuration.
    indirect case everyAddress([AddressProblem])

    /// Any other error, with its description.
    case other(String)

    /// A clause without a capital letter and a full stop, the same for every reader.
    public var description: String {
        switch self {
        case .refused: "connection refused"
        case .closed: "it closed the connection"
        case .timedOut: "connection timed out"
        case .noRoute: "no route to host"
        case .nameNotResolved(let host): "the name \(host) does not resolve to an address"
        case .nameTimedOut(let host): "no name server answers for the name \(host)"
        case .tooManyNames: "too many other names are being looked up"
        case .nameOfThisMachine(let host): "the name \(host) resolves to this machine itself"
        case .interfaceMissing(let address): "this machine lacks the network interface of \(address), or it is off"
        case .headerTooLong: "the header of its answer is too long"
        case .notHTTP: "its answer is not HTTP/1.1"
        case .cancelled: "the request was cancelled"
        case .noAddress: "it does not listen for links, so it has to open one itself"
        case .otherKey(let key): "another node answers there, with the key \(key)"
        case .notTLS13:
            "the program there speaks plain HTTP or a TLS older than 1.3, so it is not a node's port for peers"
        case .notLink: "the program there does not speak the protocol between nodes, tidings/1"
        case .handshakeFailed(let reason): "the TLS handshake failed (\(reason))"
        case .handshakeTimedOut: "the TLS handshake did not end in time"
        case .everyAddress(let problems):
            problems.map { "at \($0.address): \($0.problem)" }.joined(separator: "; ")
        case .other(let description): description
        }
    }
}

/// A problem of one of several addresses.
public struct AddressProblem: Hashable, Sendable {
    public let address: HostPort
    public let problem: ConnectionProblem

    public init(address: HostPort, problem: ConnectionProblem) {
        self.address = address
        self.problem = problem
    }
}
