internal import ChatExchange
internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import Hummingbird

/// The handler of `status.xml`: answers with the status of the node and its group.
struct StatusHandler: Sendable {
    let node: NodeIdentity
    let started: UnixTime
    let web: WebClient
    let store: ChatStore
    let peers: any PeersSource
    let poll: StatusPoll
    let shares: WaitShares
    let time: any TimeSource

    /// - Throws: ``Failure`` and `StoreError`.
    @Sendable @concurrent func handle(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let parameters = try await Parameters(of: request)
        let wait = try parameters.number(.wait, in: 0...Limits.waitSeconds) ?? 0
        if let known = try parameters.number(.revision, in: 0...Int.max) {
            await shares.wait(.seconds(wait), for: context.remote) { wait in
                await poll.change(from: UInt64(known), within: wait, onDeparture: context.onWaitEnd)
            }
        }
        return .xml(try status().xml(problem: \.problem))
    }

    private func status() throws -> NodeStatus {
        let revision = poll.number
        return NodeStatus(
            node: node.key, name: node.nodeName.description, instance: node.instance, groupID: try store.group(),
            isOfFormerGroup: try store.isOfFormerGroup(), now: time.wall, started: started, revision: revision,
            web: web.version, store: try store.figures(), peers: try peers.status())
    }
}
