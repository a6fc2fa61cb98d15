public import AsyncHTTPClient
internal import NIOCore

extension HTTPClient.Configuration {
    /// The settings with which nodes request pages from other nodes.
    ///
    /// The HTTP client follows no redirect, because a redirect could lead anywhere. It decompresses nothing, because a
    /// small compressed answer can fill the memory. It does not retry a refused connection: the caller decides when to
    /// retry.
    public static var tidings: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .disabled
        configuration.timeout.connect = .seconds(5)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        // Shorter than the 60 s after which a node closes an idle connection, so that no request meets a closing one.
        configuration.connectionPool.idleTimeout = .seconds(30)
        return configuration
    }
}
