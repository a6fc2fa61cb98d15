internal import AsyncHTTPClient
internal import ChatModel
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Plain HTTP. The `HTTPClient` has the connections.
///
/// It connects to IP addresses only. AsyncHTTPClient would look up names one after the other on each event loop, so one name that
/// nobody answers would delay other peers.
final class HTTPTransport: Transport {
    private let address: NodeAddress
    private let http: HTTPClient
    private let deadlines: Deadlines
    private let time: any TimeSource
    private let names = NameResolver()
    /// The host that answered the last request, as an IP address. The next request goes there without a look-up.
    private let lastHost = Mutex<String?>(nil)

    init(address: NodeAddress, http: HTTPClient, deadlines: Deadlines, time: any TimeSource) {
        (self.address, self.http, self.deadlines, self.time) = (address, http, deadlines, time)
    }

    func answer(to request: NodeRequest) async throws(PullFailure) -> NodeAnswer {
        let response = try await head(of: request, within: .seconds(request.waitSeconds) + deadlines.head)
        let (status, type) = (Int(response.status.code), response.headers.first(name: "Content-Type"))
        guard !NodeAnswer.isWebPage(status: status, contentType: type) else { throw .webPage }
        let bytes = try await AnswerBody.read(response.body, upTo: Limits.pulledPageBytes, deadlines, time)
        return NodeAnswer(status: status, bytes: bytes)
    }

    private func head(
        of request: NodeRequest, within time: Duration
    ) async throws(PullFailure) -> HTTPClientResponse {
        let hosts = try await hosts()
        lastHost.withLock { $0 = nil }
        var problem = ConnectionProblem.nameNotResolved(address.host)
        for host in hosts {
            do {
                let head = try await http.execute(httpRequest(request, to: host), deadline: .now() + TimeAmount(time))
                lastHost.withLock { $0 = host }
                return head
            } catch let error as HTTPClientError where error == .deadlineExceeded {
                throw .noAnswer(after: time)
            } catch {
                problem = ConnectionProblem(error)
                // Otherwise the node may have read the request.
                guard [.refused, .timedOut, .noRoute].contains(problem) else { break }
            }
        }
        throw .unreachable(problem)
    }

    /// Returns the IP addresses of the node, at least one.
    private func hosts() async throws(PullFailure) -> [String] {
        if let host = lastHost.withLock({ $0 }) { return [host] }
        do throws(ConnectionProblem) {
            return try await names.addresses(of: address.host, time: time)
        } catch {
            throw .unreachable(error)
        }
    }

    private func httpRequest(_ request: NodeRequest, to host: String) -> HTTPClientRequest {
        let place = HostPort(host: host, port: address.port)
        var httpRequest = HTTPClientRequest(url: "http://\(place)\(address.path)/\(request.path)")
        httpRequest.headers.add(name: "Host", value: address.hostField)
        guard let form = request.form else { return httpRequest }
        httpRequest.method = .POST
        httpRequest.headers.replaceOrAdd(name: "Content-Type", value: "application/x-www-form-urlencoded")
        httpRequest.body = .bytes(ByteBuffer(string: form))
        return httpRequest
    }
}
