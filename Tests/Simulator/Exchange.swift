import ChatModel

/// A request of one node to another, until the asking one has heard or given up.
final class Exchange {
    let request: PullRequest
    let asker: Int
    let askersLife: Int
    let asked: Int
    let start: Duration
    /// Until when the answer is held back for news.
    var waitsUntil = Duration.zero
    var isOver = false

    init(_ request: PullRequest, asker: Int, askersLife: Int, asked: Int, start: Duration) {
        self.request = request
        self.asker = asker
        self.askersLife = askersLife
        self.asked = asked
        self.start = start
    }
}
