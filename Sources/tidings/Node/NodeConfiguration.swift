import ChatClient
import ChatModel
import ChatReplication
import ChatServer
import Foundation

/// Everything that a node's owner decides.
struct NodeConfiguration: Sendable {
    var folder: String
    var mapSizeBytes: Int
    var newKey = false
    var listeners: [Listener]
    var name: FieldValue
    var peers: [NodeAddress] = []
    var allowedHosts: [String] = []
    var pace = Pace()
    /// Checks the store if the last process did not shut down; nil: no check.
    var checkProcess: CheckProcess?
}

// MARK: - From arguments

extension NodeConfiguration {
    /// The listeners that an argument means: `localhost` is both loopback addresses, of which clients try either.
    ///
    /// - Throws: ``ArgumentError`` naming `--listen`.
    static func listeners(_ argument: String) throws(ArgumentError) -> [Listener] {
        let listener = try listener(argument)
        guard listener.host == "localhost" else { return [listener] }
        return [
            Listener(host: "127.0.0.1", port: listener.port),
            Listener(host: "::1", port: listener.port, isOptional: true),
        ]
    }

    private static func listener(_ argument: String) throws(ArgumentError) -> Listener {
        guard let parsed = try? HostPort(argument), let port = parsed.port else {
            throw ArgumentError("--listen \(argument) is no address; write it as 127.0.0.1:8080 or [::1]:8080.")
        }
        return Listener(host: parsed.host, port: port)
    }

    /// The peers that the arguments name, each once.
    ///
    /// - Throws: ``ArgumentError`` naming `--peer`.
    static func peers(_ arguments: [String]) throws(ArgumentError) -> [NodeAddress] {
        var peers: [NodeAddress] = []
        for argument in arguments {
            let peer = try peer(argument)
            if !peers.contains(peer) { peers.append(peer) }
        }
        return peers
    }

    private static func peer(_ argument: String) throws(ArgumentError) -> NodeAddress {
        do {
            return try NodeAddress(argument)
        } catch {
            throw ArgumentError("--peer \(argument): \(error.sentence)")
        }
    }

    /// The further names to which the node answers.
    ///
    /// - Throws: ``ArgumentError`` naming `--allow-host`.
    static func allowedHosts(_ arguments: [String]) throws(ArgumentError) -> [String] {
        for argument in arguments {
            guard HostPort.isName(argument) else {
                throw ArgumentError(
                    "--allow-host \(argument) is no name; write it alone, without http://, port or path, as "
                        + "anna.example.org. IP addresses need none.")
            }
        }
        return arguments
    }

    /// The name of the node, the host's where none is given.
    ///
    /// - Throws: ``ArgumentError`` naming `--name`.
    static func name(_ argument: String?) throws(ArgumentError) -> FieldValue {
        let name = argument ?? String(hostName.unicodeScalars.prefix(Limits.shortFieldScalars))
        let value: FieldValue
        do {
            value = try FieldValue(name)
        } catch  where error.code == .illegalCharacter {
            throw ArgumentError("--name has a character that cannot be sent, such as a control character; take it out.")
        } catch {
            throw nameOfWrongLength(name)
        }
        guard value.scalarCount <= Limits.shortFieldScalars else { throw nameOfWrongLength(name) }
        return value
    }

    private static func nameOfWrongLength(_ name: String) -> ArgumentError {
        ArgumentError("--name \(name) cannot be a name; it has 1 to \(Limits.shortFieldScalars) characters.")
    }

    static var hostName: String {
        let name = ProcessInfo.processInfo.hostName
        return name.isEmpty ? "localhost" : name
    }
}
