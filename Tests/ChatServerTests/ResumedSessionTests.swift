import ChatLink
import ChatModel
import ChatStore
import Foundation
import LinkTestSupport
import Subprocess
import TestSupport
import Testing

@testable import ChatServer

/// Sessions that are resumed, and early data, sent by OpenSSL: swift-nio-ssl's client can do neither.
extension PeerListenerTests {
    @Test func `a resumed session is served, and after the removal of its key it cannot be resumed`() async throws {
        try await withPeerListener { setup in
            let folder = try TemporaryFolder()
            let client = try OpenSSLClient(peer, in: folder, port: setup.port)
            let first = try await client.request(Self.pull(peer.publicKey))
            #expect(first.contains("New, TLSv1.3"))
            #expect(first.contains("<text>hello</text>"))
            let resumed = try await client.request(Self.pull(peer.publicKey))
            #expect(resumed.contains("Reused, TLSv1.3"))
            #expect(resumed.contains("<text>hello</text>"))
            setup.keys.set(.removed, for: peer.publicKey)
            let refused = try await client.request(Self.pull(peer.publicKey))
            #expect(refused.contains("New, TLSv1.3"))
            #expect(refused.contains("code=\"peer-removed\""))
            #expect(!refused.contains("<text>"))
            withExtendedLifetime(folder) {}
        }
    }

    @Test func `the key of a resumed session is looked up for each request`() async throws {
        try await withPeerListener { setup in
            let folder = try TemporaryFolder()
            let client = try OpenSSLClient(stranger, in: folder, port: setup.port)
            let refused = try await client.request(Self.pull(stranger.publicKey))
            #expect(refused.contains("code=\"not-paired\""))
            #expect(!refused.contains("<text>"))
            setup.keys.set(.admitted, for: stranger.publicKey)
            let served = try await client.request(Self.pull(stranger.publicKey))
            #expect(served.contains("Reused, TLSv1.3"))
            #expect(served.contains("<text>hello</text>"))
            withExtendedLifetime(folder) {}
        }
    }

    /// The server's tickets say that it accepts no early data. This dialer sends some all the same: it has changed its ticket.
    @Test func `early data is refused, and the request in it is not served`() async throws {
        try await withPeerListener { setup in
            let folder = try TemporaryFolder()
            let client = try OpenSSLClient(peer, in: folder, port: setup.port)
            let first = try await client.request(Self.pull(peer.publicKey))
            #expect(first.contains("Max Early Data: 0"))
            let noted = setup.peers.requests.count
            try client.allowEarlyData()
            let early = try await client.request(nil, early: Self.pull(peer.publicKey))
            #expect(early.contains("Early data was rejected"))
            #expect(!early.contains("<text>"))
            #expect(setup.peers.requests.count == noted)
            try await expectService(setup)
            withExtendedLifetime(folder) {}
        }
    }
}

/// A client of a node, which keeps its session in a file.
private struct OpenSSLClient {
    let folder: String
    let port: Int

    init(_ key: SigningKey, in folder: borrowing TemporaryFolder, port: Int) throws {
        self.folder = folder.path
        self.port = port
        let pem = try LinkIdentity.pem(of: key)
        try pem.certificate.write(toFile: self.folder + "/certificate", atomically: true, encoding: .utf8)
        try pem.privateKey.write(toFile: self.folder + "/key", atomically: true, encoding: .utf8)
    }

    private var session: String { folder + "/session" }

    /// Sends a request, which the session of the last call is resumed for, and returns everything that OpenSSL printed.
    ///
    /// - Parameters:
    ///   - request: nil for none.
    ///   - early: the request in early data.
    func request(_ request: String?, early: String? = nil) async throws -> String {
        var arguments = [
            "s_client", "-connect", "127.0.0.1:\(port)", "-tls1_3", "-alpn", "tidings/1",
            "-cert", folder + "/certificate", "-key", folder + "/key", "-sess_out", session + "-new",
            "-ign_eof",
        ]
        if FileManager.default.fileExists(atPath: session) { arguments += ["-sess_in", session] }
        if let early {
            try early.write(toFile: folder + "/early", atomically: true, encoding: .utf8)
            arguments += ["-early_data", folder + "/early"]
        }
        // The last request of a connection, so that the server ends it.
        let input = request.map { $0.replacing("Host: peer", with: "Host: peer\r\nConnection: close") } ?? "Q\n"
        let result = try await Subprocess.run(
            .name("openssl"), arguments: Arguments(request == nil ? arguments.filter { $0 != "-ign_eof" } : arguments),
            input: .string(input), output: .string(limit: 1 << 20), error: .combinedWithOutput)
        if FileManager.default.fileExists(atPath: session + "-new") {
            try? FileManager.default.removeItem(atPath: session)
            try FileManager.default.moveItem(atPath: session + "-new", toPath: session)
        }
        return result.standardOutput
    }

    /// Adds to the session that the server accepts 16 KiB of early data: the field 15 of OpenSSL's SSL_SESSION, before the
    /// name of the application protocol (16).
    func allowEarlyData() throws {
        let pem = try String(contentsOfFile: session, encoding: .utf8)
        let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-") }
        var der = Array(try #require(Data(base64Encoded: lines.joined())))
        let name = Array("tidings/1".utf8)
        let field: [UInt8] = [0xb0, UInt8(name.count + 2), 0x04, UInt8(name.count)] + name
        let range = try #require(der.firstRange(of: field))
        let added: [UInt8] = [0xaf, 0x04, 0x02, 0x02, 0x40, 0x00]
        der.insert(contentsOf: added, at: range.lowerBound)
        // The outer sequence has a length of two bytes.
        try #require(der[0] == 0x30 && der[1] == 0x82)
        let length = Int(der[2]) << 8 + Int(der[3]) + added.count
        (der[2], der[3]) = (UInt8(length >> 8), UInt8(length & 0xff))
        let text = Data(der).base64EncodedString(options: .lineLength64Characters)
        try "-----BEGIN SSL SESSION PARAMETERS-----\n\(text)\n-----END SSL SESSION PARAMETERS-----\n"
            .write(toFile: session, atomically: true, encoding: .utf8)
    }
}
