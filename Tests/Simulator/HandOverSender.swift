import ChatExchange
import ChatModel

/// Hands the pages of one node over to another one, over connections that the node opens itself.
final class HandOverSender {
    let giver: Int
    let giversKey: PublicKey
    let taker: Int
    var session: HandOverSession
    /// The question that the taker has not answered yet.
    var question: PositionQuestion?
    /// Whether the giver's process has ended, or the giver does not pull from the taker any more.
    var hasEnded = false

    init(from giver: Int, with key: PublicKey, to taker: Int, _ session: HandOverSession) {
        self.giver = giver
        giversKey = key
        self.taker = taker
        self.session = session
    }
}

/// A giver's question for the next request of a taker.
final class PositionQuestion {
    let sender: HandOverSender
    let session: Instance
    /// Whether the taker has no request that it can give out, and waits for one.
    var isWaiting = false
    var isOver = false

    init(of sender: HandOverSender) {
        self.sender = sender
        session = sender.session.session
    }
}

/// How a giver hands over the answer to a request that it has fetched.
struct HandOver {
    /// The request at the taker.
    let request: Exchange
    let id: UInt64
    let sender: HandOverSender
}
