import AsyncHTTPClient
import ChatModel
import ChatStore
import ChatXML
import Foundation
import NIOCore
import NIOHTTP1

/// Requests of a command to the node that runs with a data folder, over the socket in the folder.
struct AdministrationClient {
    /// A sentence for the person at the terminal.
    struct Failure: Error {
        let sentence: String
    }

    let folder: String

    private static let maximumAnswerBytes = 1 << 20
    /// A join tries several addresses, and each of them may take 15 s.
    private static let deadline = TimeAmount.seconds(60)

    /// Sends a form and returns the answer.
    func post(_ route: String, _ parameters: [(name: String, value: String)]) async throws(Failure) -> [UInt8] {
        var form = URLComponents()
        form.queryItems = parameters.map { URLQueryItem(name: $0.name, value: $0.value) }
        // A plus sign means a space in a form.
        let body = (form.percentEncodedQuery ?? "").replacing("+", with: "%2B")
        return try await answer(to: route) { request in
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: body))
        }
    }

    func status() async throws(Failure) -> PeerList {
        let bytes = try await answer(to: "status.xml")
        do {
            return try PeerList(readingStatus: bytes)
        } catch {
            throw Failure(sentence: "The node's answer cannot be read: \(error).")
        }
    }

    private func answer(
        to route: String, _ prepare: (inout HTTPClientRequest) -> Void = { _ in }
    ) async throws(Failure) -> [UInt8] {
        let descriptor = try open()
        defer { close(descriptor) }
        let path = socketPath(in: descriptor)
        try requireListener(at: path)
        guard let url = URL(httpURLWithSocketPath: path, uri: "/\(route)") else { throw noNode }
        var request = HTTPClientRequest(url: url.absoluteString)
        // The client would send none.
        request.headers.add(name: "Host", value: "localhost")
        prepare(&request)
        let (status, bytes): (UInt, [UInt8])
        do {
            let response = try await HTTPClient.shared.execute(request, deadline: .now() + Self.deadline)
            status = response.status.code
            bytes = Array(buffer: try await response.body.collect(upTo: Self.maximumAnswerBytes))
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            throw Failure(sentence: "The node did not answer within \(Self.deadline.nanoseconds / 1_000_000_000) s.")
        } catch {
            // The node closes the connections of users who are no owners.
            let other = isOwnSocket(path) ? "" : "This user may give no commands to the node (see --owner), or "
            throw Failure(
                sentence:
                    "\(other)\(other.isEmpty ? "The" : "the") node stopped before it answered. Start it, look whether the "
                    + "command was carried out (tidings peers), and give the command again if not.")
        }
        guard status != 200 else { return bytes }
        guard case .failure(let refusal) = try? Answer(reading: bytes) else {
            throw Failure(sentence: "The node answered \(status).")
        }
        throw Failure(sentence: refusal.sentence)
    }
}

// MARK: - The socket

extension AdministrationClient {
    /// Opens the folder for calls with paths in it. Another user may not be allowed to list its files.
    private func open() throws(Failure) -> Int32 {
        #if canImport(Darwin)
            let descriptor = unsafe Foundation.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #else
            // O_PATH of open(2), which Glibc exports for programs in C only.
            let descriptor = unsafe Foundation.open(folder, 0o10_000_000 | O_DIRECTORY | O_CLOEXEC)
        #endif
        guard descriptor < 0 else { return descriptor }
        switch errno {
        case EACCES: throw notPermitted
        case ENOENT, ENOTDIR:
            throw Failure(
                sentence:
                    "There is no folder \(folder). Name the folder of the node with --data: its new place if it was moved. If it was "
                    + "removed while the node runs, no command reaches the node: stop it, and it writes its messages to "
                    + "data-rescued.mdb there. Then rename that file to data.mdb, and start the node again.")
        default: throw noNode
        }
    }

    /// Returns a path that has at most the 107 bytes of a socket's path (unix(7)), whatever the path of the folder is.
    private func socketPath(in descriptor: Int32) -> String {
        let short = "/proc/self/fd/\(descriptor)"
        return (unsafe access(short, F_OK) == 0 ? short : folder) + "/\(NodeConfiguration.socketName)"
    }

    /// Requires that a process accepts connections at the socket. A node that was killed leaves its socket.
    private func requireListener(at path: String) throws(Failure) {
        #if canImport(Darwin)
            let connection = socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard connection >= 0, var address = sockaddr_un(path: path) else { throw noNode }
        defer { close(connection) }
        let status = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(connection, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status != 0 else { return }
        throw errno == EACCES ? notPermitted : noNode
    }

    private func isOwnSocket(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard geteuid() != 0, let owner = attributes?[.ownerAccountID] as? UInt else { return true }
        return owner == geteuid()
    }

    private var notPermitted: Failure {
        Failure(
            sentence:
                "Permission denied: the node with the folder \(folder) belongs to another user. Give the command as that user or with "
                + "sudo, or let that user start the node with --owner and your name.")
    }

    private var noNode: Failure {
        if let copy = StoreFolder.copyNotPutBack(in: folder) {
            return Failure(
                sentence: "No node takes commands in \(folder). \(StoreError.fileGone(copy: copy).ownerSentence)")
        }
        return Failure(
            sentence:
                "No node runs with the folder \(folder). Start it (scripts/run, or tidings serve), or name its folder "
                + "with --data.")
    }
}

extension sockaddr_un {
    /// - Returns: nil if the path is too long.
    fileprivate init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: sun_path) else { return nil }
        unsafe withUnsafeMutableBytes(of: &sun_path) { unsafe $0.copyBytes(from: bytes) }
    }
}
