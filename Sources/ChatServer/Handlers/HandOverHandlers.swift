internal import ChatExchange
internal import ChatModel
internal import ChatXML
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The handlers of `position` and `pages`, with which a peer that this node cannot dial hands its pages over.
struct HandOverHandlers {
    let queue: HandOverQueue
    let requests: WaitingRequests
    let shares: WaitShares
    let group: any GroupSource

    var routes: [Route] {
        [Route("position", [.get], position), Route("pages", [.post], pages)]
    }

    /// Answers with what this node requests of the peer.
    @Sendable @concurrent private func position(_ request: Request, _ context: ClientContext) async throws -> Response {
        guard let peer = context.peer else { throw Failure.notPaired(nil) }
        let parameters = try await Parameters(of: request)
        guard let session: Instance = try parameters.bytes(.session, "a session") else {
            throw Failure.badParameter(.session, "a session: 16 bytes as base64url without padding")
        }
        let wait = try parameters.number(.wait, in: 0...Limits.waitSeconds) ?? 0
        if !queue.isPresent(peer) { group.noteHandOver(by: peer) }
        let next = await shares.wait(.seconds(wait), for: context.client, isPeer: true) { wait in
            await queue.next(
                for: peer, session: session, within: wait, requests, onDeparture: context.onDeparture)
        }
        return .xml(HandOverAnswer(next).xml)
    }

    /// Takes a page, or the failure with which the peer would have answered.
    @Sendable @concurrent private func pages(_ request: Request, _ context: ClientContext) async throws -> Response {
        guard let peer = context.peer else { throw Failure.notPaired(nil) }
        let parameters = Parameters(queryOf: request)
        guard let id = try parameters.number(.request, in: 1...Int.max) else {
            throw Failure.badParameter(.request, "the id of a request")
        }
        let status = try parameters.number(.status, in: 400...599)
        let isTaken = try await queue.deliver(UInt64(id), from: peer) {
            let bytes = Array(buffer: try await request.body.collect(upTo: Limits.pulledPageBytes))
            guard let status else { return .success(bytes) }
            return .failure(PullFailure(status: status, bytes))
        }
        switch isTaken {
        case nil: throw Failure.requestUnknown
        case false?: throw Failure.tooManyPages
        case true?: return .xml(Array("<success />\n".utf8))
        }
    }
}

extension PullFailure {
    /// Reads the failure that a peer hands over in the place of a page.
    fileprivate init(status: Int, _ bytes: [UInt8]) {
        guard bytes.count <= 4096, case .failure(let refusal)? = try? Answer(reading: bytes) else {
            self = .refused(status: status, nil)
            return
        }
        let sentence = refusal.sentence.oneLine(maximumScalars: 200)
        self =
            switch refusal.code {
            case .cursorUnknown: .cursorUnknown(sentence: sentence)
            case .requestTimeout: .tooSlow
            default: .refused(status: status, Refusal(refusal.code, sentence))
            }
    }
}
