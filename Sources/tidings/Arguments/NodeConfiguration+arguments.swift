import ChatClient
import ChatGroup
import ChatLink
import ChatModel
import ChatServer

/// Values of `tidings serve`'s options.
extension NodeConfiguration {
    /// Returns the listeners for the values of `--listen` and `--peer-listen`. `localhost` means both loopback addresses,
    /// because clients try either.
    ///
    /// - Throws: ``StartError``.
    static func listeners(_ arguments: [String], forPeers: [String] = []) throws(StartError) -> [Listener] {
        var listeners: [Listener] = []
        for argument in arguments { listeners += try Self.listeners(argument, .clients) }
        for argument in forPeers { listeners += try Self.listeners(argument, .peers) }
        return listeners
    }

    /// Returns the listeners for one value of `--listen` or `--peer-listen`.
    private static func listeners(_ argument: String, _ purpose: Listener.Purpose) throws(StartError) -> [Listener] {
        let (flag, usualPort) = purpose == .peers ? ("--peer-listen", LinkAddress.usualPort) : ("--listen", 8080)
        guard let parts = try? HostPort(argument), Int(argument) == nil else {
            throw StartError(
                "\(flag) \(argument) is not an address with a port. Write it as 127.0.0.1:\(usualPort) or "
                    + "[::1]:\(usualPort).")
        }
        guard let port = parts.port else {
            throw StartError("\(flag) \(argument) lacks a port. Write \(HostPort(host: parts.host, port: usualPort)).")
        }
        guard parts.host == "localhost" else {
            return [Listener(host: parts.host, port: port, purpose: purpose)]
        }
        return [
            Listener(host: "127.0.0.1", port: port, purpose: purpose),
            Listener(host: "::1", port: port, isOptional: true, purpose: purpose),
        ]
    }

    /// Returns the peers over links for the values of `--peer`: one for each key.
    ///
    /// - Throws: ``StartError``.
    static func linkPeers(_ arguments: [String]) throws(StartError) -> [LinkPeer] {
        var addresses: [LinkAddress] = []
        for argument in arguments where isOfLink(argument) {
            do {
                addresses.append(try LinkAddress(argument))
            } catch {
                throw StartError("--peer \(argument): \(error.sentence)")
            }
        }
        let peers = LinkPeer.peers(at: addresses)
        if let peer = peers.first(where: { $0.places.count > Limits.peerPlaces }) {
            throw StartError(
                "--peer names more than \(Limits.peerPlaces) addresses of \(peer.name). Remove some of them.")
        }
        return peers
    }

    /// Returns the addresses of the peers over plain HTTP for the values of `--peer`, without duplicates.
    ///
    /// - Throws: ``StartError``.
    static func peers(_ arguments: [String]) throws(StartError) -> [NodeAddress] {
        var peers: [NodeAddress] = []
        for argument in arguments where !isOfLink(argument) {
            do {
                let peer = try NodeAddress(argument)
                if !peers.contains(peer) { peers.append(peer) }
            } catch {
                throw StartError("--peer \(argument): \(error.sentence)")
            }
        }
        return peers
    }

    /// Whether the value of `--peer` begins as the address of a link, in lower or upper case.
    private static func isOfLink(_ argument: String) -> Bool {
        argument.prefix(LinkAddress.scheme.count).lowercased() == LinkAddress.scheme
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

    /// Returns the node name for the value of `--name`; the host's name for nil.
    ///
    /// - Throws: ``StartError``.
    static func nodeName(_ argument: String?) throws(StartError) -> FieldValue {
        let name = argument ?? String(hostName.unicodeScalars.prefix(Limits.shortFieldScalars))
        do {
            let value = try FieldValue(name)
            try value.requireShort(.device, .deviceTooLong)
            return value
        } catch  where error.code == .illegalCharacter {
            throw StartError("--name contains a control character or another illegal character. Remove it.")
        } catch {
            throw StartError("--name \(name) must have 1 to \(Limits.shortFieldScalars) characters.")
        }
    }
}
