package import ChatModel
internal import Foundation

/// Two threads for parsing. Parsing a large page blocks a thread for some time, and Swift's cooperative pool has few
/// threads.
package enum ParsingQueue {
    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
        queue.qualityOfService = .utility
        return queue
    }()

    /// Returns the result of `parse`, which runs on one of the threads.
    package static func run<Document: Sendable>(
        _ parse: @escaping @Sendable () throws(PageError) -> Document
    ) async throws(PageError) -> Document {
        typealias Outcome = Result<Document, PageError>
        let outcome = await withCheckedContinuation { (caller: CheckedContinuation<Outcome, Never>) in
            queue.addOperation { caller.resume(returning: Outcome { () throws(PageError) in try parse() }) }
        }
        return try outcome.get()
    }
}
