package import ChatModel
internal import Foundation

/// Two threads for parsing large documents. Parsing one blocks a thread for some time, and Swift's cooperative pool has few
/// threads.
package enum ParsingQueue {
    /// A document of so many bytes, or fewer, is parsed in less time than two changes of thread take.
    private static let shortBytes = 4096

    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
        queue.qualityOfService = .utility
        return queue
    }()

    /// Returns the result of `parse`, which runs on one of the threads unless the document is short.
    package static func run<Document: Sendable>(
        _ bytes: [UInt8], _ parse: @escaping @Sendable ([UInt8]) throws(PageError) -> Document
    ) async throws(PageError) -> Document {
        if bytes.count <= shortBytes { return try parse(bytes) }
        typealias Outcome = Result<Document, PageError>
        let outcome = await withCheckedContinuation { (caller: CheckedContinuation<Outcome, Never>) in
            queue.addOperation { caller.resume(returning: Outcome { () throws(PageError) in try parse(bytes) }) }
        }
        return try outcome.get()
    }
}
