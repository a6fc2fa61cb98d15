public import AsyncHTTPClient
internal import NIOCore

extension HTTPClient.Configuration {
    /// How nodes talk to nodes: no redirects, which could lead to anywhere; no decompression, which could swell; a
    /// refused connection is an answer and not tried again behind the caller's back.
    public static var tidings: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .disabled
        configuration.timeout.connect = .seconds(5)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        // Below the idle time after which a node closes a connection: a request never meets a closing one.
        configuration.connectionPool.idleTimeout = .seconds(30)
        return configuration
    }
}
