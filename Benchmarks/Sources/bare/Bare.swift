import CTrees
import Foundation
import Hummingbird
import Synchronization

/// `bare FOLDER [STORE]`: answers every request with a file of the folder, from memory. The path of the request is the
/// file's name.
///
/// With a folder `STORE` that `trees` has filled, a POST request first commits one message there, with LMDB alone.
///
/// The header fields and the handling of the body are those of a node, so that a node can only be slower by its own work.
@main
struct Bare {
    static func main() async throws {
        let folder = URL(filePath: CommandLine.arguments[1])
        let arguments = CommandLine.arguments
        let store = arguments.count > 2 ? BareStore(folder: arguments[2]) : nil
        let router = Router()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let response = xml(try Data(contentsOf: folder.appending(path: name)))
            router.get(RouterPath(name)) { _, _ in response }
            router.post(RouterPath(name)) { request, _ in
                _ = try await request.body.collect(upTo: 128 * 1024)
                // On this thread: this is the fastest way for one connection, and only that is measured.
                store?.commit()
                return response
            }
        }
        var application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                FileHandle.standardOutput.write(Data("listening on http://127.0.0.1:\(port)\n".utf8))
            })
        application.logger.logLevel = .warning
        try await application.runService()
    }

    private static func xml(_ body: Data) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/xml; charset=utf-8",
                .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

/// LMDB with the trees of a node's store.
private final class BareStore: Sendable {
    private let trees: Mutex<OpaquePointer>

    init(folder: String) {
        trees = Mutex(trees_open(folder))
    }

    /// Writes one message and returns when it is on the disk.
    func commit() {
        trees.withLock { trees_commit($0, 1) }
    }
}
