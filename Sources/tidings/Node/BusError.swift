#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The end of a node that reads a part of `data.mdb` which the file does not have, or which the disk cannot read (SIGBUS).
/// The process cannot continue, but it can say why it ends.
enum BusError {
    /// Lets the process print a sentence before SIGBUS ends it.
    static func install() {
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { number in
            // Only functions that a signal handler may call, and no memory that has to be allocated.
            let sentence: StaticString = """
                Error: A part of data.mdb could not be read, so the node ends. The file was cut short or overwritten while the node \
                was running, or its disk has failed. Put a backup in the place of data.mdb, or run tidings check --rebuild: see \
                docs/operations.md.

                """
            unsafe write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount)
            // The same read then ends the process, as without this function.
            _ = signal(number, SIG_DFL)
        }
        #if canImport(Darwin)
            unsafe action.__sigaction_u.__sa_handler = handler
        #else
            unsafe action.__sigaction_handler.sa_handler = handler
        #endif
        unsafe sigaction(SIGBUS, &action, nil)
    }
}
