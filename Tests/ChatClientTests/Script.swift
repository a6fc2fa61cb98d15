/// What a server does with each request that it gets.
enum Script: Sendable {
    /// Sends this and keeps the connection.
    case send(String)
    /// Sends this after a time, and keeps the connection.
    case sendLater(String, after: Duration)
    /// Sends this and closes the connection.
    case sendAndClose(String)
    /// Sends the first, then the second again and again, as fast as it is taken.
    case repeatForEver(String, String)
    /// Sends the first, then the second again and again with a pause in between.
    case drip(String, String, every: Duration)
    /// Sends nothing and keeps the connection.
    case silence

    /// An answer with a length and a status.
    static func answer(_ body: String, status: String = "200 OK", headers: String = "") -> Script {
        .send("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
    }

    static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
}
