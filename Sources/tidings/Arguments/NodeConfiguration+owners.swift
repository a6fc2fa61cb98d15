import ChatServer
import Foundation
import NIOCore

/// Who uses and who administers the node.
extension NodeConfiguration {
    /// The user of Linux that owns nothing: services that run as it share it with each other.
    private static let nobody: UInt32 = 65534

    /// Returns the ids of the users for the values of `--owner`, and of the user who called sudo.
    ///
    /// - Throws: ``StartError``.
    static func owners(
        _ names: [String], environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(StartError) -> Set<UInt32> {
        var owners: Set<UInt32> = []
        for name in names { owners.insert(try user(name)) }
        if let caller = environment["SUDO_UID"].flatMap({ UInt32($0) }), caller != nobody { owners.insert(caller) }
        // Root and the node's user always may. If the set is empty, the socket has the mode 0600.
        return owners.subtracting([0, geteuid()])
    }

    private static func user(_ name: String) throws(StartError) -> UInt32 {
        guard let user = unsafe getpwnam(name)?.pointee.pw_uid else {
            throw StartError(
                "--owner \(name) is not a user of this machine. Name one, as in the first column of /etc/passwd.")
        }
        guard user != nobody else {
            throw StartError(
                "--owner \(name): services share this user, and each of them could give commands to the node. Name another user."
            )
        }
        return user
    }

    /// Returns the password in the first line of a file.
    ///
    /// - Throws: ``StartError``.
    static func password(inFile path: String) throws(StartError) -> [UInt8] {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw StartError("--password-file \(path) cannot be read. Name a file that the node's user can read.")
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard String(decoding: line, as: UTF8.self).count >= 12 else {
            throw StartError(
                "--password-file \(path): the first line has less than 12 characters. Write a longer password.")
        }
        return Array(line)
    }

    /// Requires `--open` or a password where strangers reach the node.
    ///
    /// - Throws: ``StartError``.
    func requireOpen(hasPassword: Bool) throws(StartError) {
        guard !isOpen, !hasPassword, password == nil else { return }
        if let listener = listeners.first(where: { $0.purpose == .clients && !$0.isLoopback }) {
            throw StartError(
                "--listen \(listener): everyone who reaches this address could read and write. Set a password first: start the node "
                    + "without this option, and type tidings password; or name a file with --password-file. Or start with --open if "
                    + "everyone may.")
        }
        if let publicOrigin {
            throw StartError(
                "--public-url \(publicOrigin): everyone who reaches the proxy could read and write. Set a password first: start the node "
                    + "without this option, and type tidings password; or name a file with --password-file. Or start with --open if "
                    + "everyone may, for example because the proxy asks for a password.")
        }
    }

    /// Returns the address for the value of `--public-url`.
    ///
    /// - Throws: ``StartError``.
    static func publicOrigin(_ argument: String) throws(StartError) -> Origin {
        guard let origin = Origin(argument.hasSuffix("/") ? argument.dropLast() : argument[...]) else {
            throw StartError(
                "--public-url \(argument) is not an address without a path. Write it as https://chat.example.org.")
        }
        guard origin.scheme == .https || origin.isLoopback else {
            throw StartError(
                "--public-url \(argument): everyone on the way could read and change the page. Let the proxy serve it with TLS, "
                    + "and write https://\(origin.host).")
        }
        return origin
    }

    /// Checks the values of `--proxy`.
    ///
    /// - Throws: ``StartError``.
    static func proxies(_ arguments: [String], of publicURL: String?) throws(StartError) -> [String] {
        guard publicURL != nil || arguments.isEmpty else {
            throw StartError(
                "--proxy counts with --public-url only. Name the address at which the proxy serves the page, too.")
        }
        for argument in arguments where (try? SocketAddress(ipAddress: argument, port: 0)) == nil {
            throw StartError("--proxy \(argument) is not an IP address. Write it as 192.168.1.2, without a port.")
        }
        return arguments
    }

    /// Returns the command with which an owner opens the web page, for a shell in any folder.
    static func openCommand(folder: String, program: String = CommandLine.arguments[0]) -> String {
        let program = program.contains("/") ? absolute(program) : program
        return "\(quoted(program)) open --data \(quoted(absolute(folder)))"
    }

    private static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

    /// Quotes a word for a shell if it has a character with a meaning there.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            CharacterSet.alphanumerics.contains($0) || "/._-+:,@%=".unicodeScalars.contains($0)
        }
        return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
