import ChatClient
import ChatModel
import ChatServer

/// Values of `tidings serve`'s options.
extension NodeConfiguration {
    /// Returns the listeners for the values of `--listen`. `localhost` means both loopback addresses, because clients try
    /// either.
    ///
    /// - Throws: ``StartError``.
    static func listeners(_ arguments: [String]) throws(StartError) -> [Listener] {
        var listeners: [Listener] = []
        for argument in arguments {
            for listener in try Self.listeners(argument) {
                guard
                    listener.port == 0
                        || !listeners.contains(where: { ($0.host, $0.port) == (listener.host, listener.port) })
                else { throw StartError("--listen names \(listener) twice. Remove one of them.") }
                if let other = listeners.first(where: { $0.overlaps(listener) }) {
                    let (wide, narrow) = other.isWildcard ? (other, listener) : (listener, other)
                    throw StartError(
                        "--listen \(wide) includes --listen \(narrow). Remove the second, or choose another port for it."
                    )
                }
                listeners.append(listener)
            }
        }
        return listeners
    }

    /// Returns the listeners for one value of `--listen`.
    private static func listeners(_ argument: String) throws(StartError) -> [Listener] {
        guard let parts = try? HostPort(argument), Int(argument) == nil else {
            throw StartError(
                "--listen \(argument) is not an address with a port. Write it as 127.0.0.1:8080 or [::1]:8080.")
        }
        guard let port = parts.port else {
            throw StartError("--listen \(argument) lacks a port. Write \(HostPort(host: parts.host, port: 8080)).")
        }
        guard parts.host == "localhost" else { return [Listener(host: parts.host, port: port)] }
        return [
            Listener(host: "127.0.0.1", port: port),
            Listener(host: "::1", port: port, isOptional: true),
        ]
    }

    /// Returns the addresses for the values of `--peer`, without duplicates.
    ///
    /// - Throws: ``StartError``.
    static func peers(_ arguments: [String]) throws(StartError) -> [NodeAddress] {
        var peers: [NodeAddress] = []
        for argument in arguments {
            let peer = try peer(argument)
            if !peers.contains(peer) { peers.append(peer) }
        }
        return peers
    }

    private static func peer(_ argument: String) throws(StartError) -> NodeAddress {
        do {
            return try NodeAddress(argument)
        } catch {
            throw StartError("--peer \(argument): \(error.sentence)")
        }
    }

    /// Checks the values of `--allow-host`.
    ///
    /// - Throws: ``StartError``.
    static func allowedHosts(_ arguments: [String]) throws(StartError) -> [String] {
        for argument in arguments {
            guard HostPort.isName(argument) else {
                throw StartError(
                    "--allow-host \(argument) is not a host name. Write the name without http://, port and path, for "
                        + "example anna.example.org. IP addresses need no flag.")
            }
        }
        return arguments
    }

    /// Returns the group for the value of `--group`.
    ///
    /// - Throws: ``StartError``.
    static func group(_ argument: String) throws(StartError) -> GroupID {
        guard let group = try? GroupID(named: argument) else {
            throw StartError(
                "--group \(argument) is not the id of a group: 16 bytes, not all of them 0, written as 22 characters of "
                    + "base64url. Copy the id from the attribute group of another node's status.xml. For a new group, draw one: "
                    + "head -c 16 /dev/urandom | base64 | tr '+/' '-_' | tr -d =")
        }
        return group
    }

    /// Returns the node name for the value of `--name`; the host's name for nil.
    ///
    /// - Throws: ``StartError``.
    static func nodeName(_ argument: String?) throws(StartError) -> FieldValue {
        let name = argument ?? String(hostName.unicodeScalars.prefix(Limits.shortFieldScalars))
        let value: FieldValue
        do {
            value = try FieldValue(name)
            try value.requireShort(.device, .deviceTooLong)
        } catch  where error.code == .illegalCharacter {
            throw StartError("--name contains a control character or another illegal character. Remove it.")
        } catch {
            throw nameOfWrongLength(name)
        }
        return value
    }

    private static func nameOfWrongLength(_ name: String) -> StartError {
        StartError("--name \(name) must have 1 to \(Limits.shortFieldScalars) characters.")
    }
}

extension Listener {
    /// Whether the listener accepts connections to every address of the machine.
    fileprivate var isWildcard: Bool { host == "0.0.0.0" || host == "::" }

    /// Whether the operating system refuses one of two listeners, because the other one has its address and port. A
    /// listener on `[::]` accepts IPv4, too.
    fileprivate func overlaps(_ other: Listener) -> Bool {
        func includes(_ wide: Listener, _ narrow: Listener) -> Bool {
            wide.host == "::" || (wide.host == "0.0.0.0" && !narrow.host.contains(":"))
        }
        return port != 0 && port == other.port && (includes(self, other) || includes(other, self))
    }
}
