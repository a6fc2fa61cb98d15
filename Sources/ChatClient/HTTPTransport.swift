internal import AsyncHTTPClient
internal import ChatModel
internal import NIOCore
internal import NIOHTTP1

/// Plain HTTP. The `HTTPClient` has the connections.
struct HTTPTransport: Transport {
    let address: NodeAddress
    let http: HTTPClient
    let deadlines: Deadlines
    let time: any TimeSource

    func answer(to request: NodeRequest) async throws(ChatClientError.Kind) -> NodeAnswer {
        let response = try await head(of: request, within: .seconds(request.waitSeconds) + deadlines.head)
        let head = AnswerHead(
            status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type"))
        guard !head.isWebPage else { throw .webPage }
        let bytes = try await AnswerBody.read(response.body, upTo: Limits.pulledPageBytes, deadlines, time)
        return NodeAnswer(status: head.status, bytes: bytes)
    }

    private func head(
        of request: NodeRequest, within time: Duration
    ) async throws(ChatClientError.Kind) -> HTTPClientResponse {
        do {
            return try await http.execute(httpRequest(request), deadline: .now() + TimeAmount(time))
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            throw .noAnswer(after: time)
        } catch {
            throw .unreachable(ConnectionProblem(error))
        }
    }

    private func httpRequest(_ request: NodeRequest) -> HTTPClientRequest {
        var httpRequest = HTTPClientRequest(url: "\(address)/\(request.path)")
        httpRequest.headers.add(name: "Host", value: address.hostField)
        if let page = request.page {
            httpRequest.method = .POST
            httpRequest.headers.replaceOrAdd(name: "Content-Type", value: "application/xml")
            httpRequest.body = .bytes(ByteBuffer(bytes: page))
        }
        guard let form = request.form else { return httpRequest }
        httpRequest.method = .POST
        httpRequest.headers.replaceOrAdd(name: "Content-Type", value: "application/x-www-form-urlencoded")
        httpRequest.body = .bytes(ByteBuffer(string: form))
        return httpRequest
    }
}
