import Foundation
import Synchronization

private let starting = Mutex(())

extension Process {
    /// Starts the process, and no other one at the same moment.
    ///
    /// The parent has pipes to a process, and a socket which is closed when the process ends. A process that starts before
    /// the parent has closed its copies of their other ends inherits these ends. Then the end of the first process is noticed
    /// only when the second one has ended, too.
    ///
    /// - Parameter prepare: makes the pipes of the process.
    /// - Returns: the result of `prepare`.
    func start<Pipes>(_ prepare: (Process) -> Pipes) throws -> Pipes {
        try starting.withLock { _ in
            let pipes = prepare(self)
            try run()
            return pipes
        }
    }
}
