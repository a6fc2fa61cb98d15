import Foundation

/// The signals by which damage in `data.mdb` ends a process. The process cannot continue, but it can say why it ends.
///
/// LMDB follows damaged pages to addresses that do not exist (SIGSEGV), divides by their numbers (SIGFPE), and calls abort()
/// where they contradict each other (SIGABRT). A file that was cut short, and a disk that fails, cause SIGBUS. SIGILL and
/// SIGTRAP are no such signals: they come from Swift's own checks, and their backtrace is worth its time.
enum DamageSignals {
    private static let all = [SIGBUS, SIGSEGV, SIGABRT, SIGFPE]

    /// The line that the handler prints. It is never freed, because a handler may read it at any time. Unchecked, because a
    /// signal handler may take no lock; only the starting process changes the two values, before other threads read a store.
    nonisolated(unsafe) private static var line = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The exit status; nil to end the process by the signal.
    nonisolated(unsafe) private static var exitStatus: Int32?

    /// Lets the process print a sentence before one of the signals ends it, without a backtrace. Replaces the sentence of an
    /// earlier call.
    ///
    /// - Parameter exitStatus: the exit status of the process; nil to end it by the signal.
    static func install(_ sentence: String, exitStatus: Int32? = nil) {
        let line = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: sentence.utf8.count + 8)
        _ = unsafe line.update(fromContentsOf: Array("Error: \(sentence)\n".utf8))
        unsafe (Self.line, Self.exitStatus) = (UnsafeBufferPointer(line), exitStatus)
        for signal in all {
            var action = sigaction()
            let handler: @convention(c) (Int32) -> Void = { DamageSignals.end($0) }
            #if canImport(Darwin)
                unsafe action.__sigaction_u.__sa_handler = handler
            #else
                unsafe action.__sigaction_handler.sa_handler = handler
            #endif
            // So that raise() ends the process at once.
            action.sa_flags = Int32(SA_NODEFER)
            unsafe sigaction(signal, &action, nil)
        }
    }

    /// Calls only functions that a signal handler may call, and allocates no memory.
    private static func end(_ number: Int32) {
        unsafe write(STDERR_FILENO, line.baseAddress, line.count)
        if let exitStatus = unsafe exitStatus { _exit(exitStatus) }
        _ = signal(number, SIG_DFL)
        raise(number)
        // A signal without a handler does not end the first process of a container.
        _exit(128 + number)
    }

    /// Installs the sentence for a running node.
    static func installForNode() {
        install(
            """
            The node ends, because a part of data.mdb could not be read, or because the program has a defect. The file is damaged, \
            was cut short or overwritten while the node was running, or its disk has failed. Run tidings check with the same --data: \
            it says what is wrong and what to do. If the store is sound, please report the defect.
            """)
    }
}
