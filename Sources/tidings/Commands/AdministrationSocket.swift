import AsyncHTTPClient
import ChatClient
import ChatModel
import ChatStore
import ChatXML
import Foundation
import NIOCore
import NIOHTTP1

/// Requests of a command to the node that runs with a data folder, over the socket in the folder.
struct AdministrationSocket {
    /// A sentence for the person at the terminal.
    struct Failure: Error {
        let sentence: String
    }

    private let folder: String
    /// The newest copy of a store that was removed from the folder and not put back.
    private let copy: String?

    private static let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .tidings)
    private static let maximumAnswerBytes = 1 << 20
    /// A join tries several addresses, and each of them may take 15 s.
    private static let deadline = TimeAmount.seconds(60)

    /// - Parameter folder: becomes the working directory, because a path to a socket has at most 107 bytes (unix(7)). Another
    ///   user may not be allowed to list its files.
    init(folder: String) throws(Failure) {
        self.folder = folder
        copy = StoreFolder.copyNotPutBack(in: folder)
        guard unsafe chdir(folder) != 0 else { return }
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

    /// Sends a form and returns the answer. Skips parameters whose value is nil.
    func post(_ route: String, _ parameters: [(name: String, value: String?)]) async throws(Failure) -> [UInt8] {
        try await answer(to: route) { request in
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: FormQuery.write(parameters)))
        }
    }

    func status() async throws -> MemberList { try MemberList(readingStatus: await answer(to: "status.xml")) }

    private func answer(
        to route: String, _ prepare: (inout HTTPClientRequest) -> Void = { _ in }
    ) async throws(Failure) -> [UInt8] {
        var request = HTTPClientRequest(url: "http+unix://\(NodeConfiguration.socketName)/\(route)")
        // AsyncHTTPClient would send none.
        request.headers.add(name: "Host", value: "localhost")
        prepare(&request)
        let (status, bytes): (UInt, [UInt8])
        do {
            let response = try await Self.http.execute(request, deadline: .now() + Self.deadline)
            status = response.status.code
            bytes = Array(buffer: try await response.body.collect(upTo: Self.maximumAnswerBytes))
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            throw Failure(sentence: "The node did not answer within \(Self.deadline.nanoseconds / 1_000_000_000) s.")
        } catch let error as IOError where error.errnoCode == EACCES {
            throw notPermitted
        } catch let error as IOError where [ENOENT, ECONNREFUSED].contains(error.errnoCode) {
            // A node that was killed leaves its socket.
            throw noNode
        } catch {
            // The node closes the connections of users who are no owners.
            let other = isOwnSocket ? "" : "This user may give no commands to the node (see --owner), or "
            throw Failure(
                sentence:
                    "\(other)\(other.isEmpty ? "The" : "the") node stopped before it answered. Start it, look whether the "
                    + "command was carried out (tidings members), and give the command again if not.")
        }
        guard status != 200 else { return bytes }
        guard case .failure(let refusal) = try? Answer(reading: bytes) else {
            throw Failure(sentence: "The node answered \(status).")
        }
        throw Failure(sentence: refusal.sentence)
    }

    private var isOwnSocket: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: NodeConfiguration.socketName)
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
        if let copy {
            return Failure(
                sentence: "No node takes commands in \(folder). \(StoreError.fileGone(copy: copy).ownerSentence)")
        }
        return Failure(
            sentence:
                "No node runs with the folder \(folder). Start it (scripts/run, or tidings serve), or name its folder "
                + "with --data.")
    }
}
