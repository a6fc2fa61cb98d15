import Foundation

/// The signals by which damage in `data.mdb` ends a node. The process cannot continue, but it can say why it ends.
///
/// SIGILL and SIGTRAP are no such signals: they come from Swift's own checks, and their backtrace is worth its time.
enum DamageSignals {
    /// Lets the process print a sentence before one of the signals ends it, without a backtrace.
    static func install() {
        install(for: SIGBUS) { number in
            DamageSignals.end(
                """
                Error: A part of data.mdb could not be read, so the node ends. The file was cut short or overwritten while the node \
                was running, it is damaged, or its disk has failed. Run tidings check with the same --data: it says what is wrong. Put \
                a backup in the place of data.mdb, or run tidings check --rebuild: see docs/operations.md.

                """, number)
        }
        // LMDB follows damaged pages to addresses that do not exist (SIGSEGV), divides by their numbers (SIGFPE), and calls
        // abort() where they contradict each other (SIGABRT).
        for signal in [SIGSEGV, SIGABRT, SIGFPE] {
            install(for: signal) { number in
                DamageSignals.end(
                    """
                    Error: The node ends after an error that it cannot handle. LMDB pages of data.mdb are damaged, or the program \
                    has a defect. Run tidings check with the same --data: if the store is damaged, it says what to do. If the store \
                    is sound, please report the defect.

                    """, number)
            }
        }
    }

    private static func install(for number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        #if canImport(Darwin)
            unsafe action.__sigaction_u.__sa_handler = handler
        #else
            unsafe action.__sigaction_handler.sa_handler = handler
        #endif
        // So that raise() ends the process at once.
        action.sa_flags = Int32(SA_NODEFER)
        unsafe sigaction(number, &action, nil)
    }

    /// Calls only functions that a signal handler may call, and allocates no memory.
    private static func end(_ sentence: StaticString, _ number: Int32) {
        unsafe write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount)
        _ = signal(number, SIG_DFL)
        raise(number)
        // A signal without a handler does not end the first process of a container.
        _exit(128 + number)
    }
}
