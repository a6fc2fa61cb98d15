import AsyncHTTPClient
import ChatModel
import ChatServer
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

    private var path: String { NodeConfiguration.socketPath(in: folder) }

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
        guard path.utf8.count <= Listener.maximumPathBytes else {
            throw Failure(
                sentence:
                    "The path \(path) is longer than the \(Listener.maximumPathBytes) bytes that a socket may have. "
                    + "Change into the folder and use --data .")
        }
        guard isListening, let url = URL(httpURLWithSocketPath: path, uri: "/\(route)")
        else { throw isObstructed ? obstructed : noNode }
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
            throw Failure(
                sentence: "The node stopped before it answered. Start it, look whether the command was carried out "
                    + "(tidings peers), and give the command again if not.")
        }
        guard status != 200 else { return bytes }
        guard case .failure(let refusal) = try? Answer(reading: bytes) else {
            throw Failure(sentence: "The node answered \(status).")
        }
        throw Failure(sentence: refusal.sentence)
    }

    /// Whether a process accepts connections at the socket. A node that was killed leaves its socket.
    private var isListening: Bool {
        #if canImport(Darwin)
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0, var address = sockaddr_un(path: path) else { return false }
        defer { close(descriptor) }
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    /// Whether something that is not a socket is at the path, so that no node can listen there.
    private var isObstructed: Bool {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return false }
        return attributes[.type] as? FileAttributeType != .typeSocket
    }

    private var obstructed: Failure {
        Failure(
            sentence:
                "A file or a folder is at \(path), where a node has its socket for commands. Move it away, and start the "
                + "node again.")
    }

    private var noNode: Failure {
        Failure(
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
