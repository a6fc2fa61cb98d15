import Foundation

/// The streams that a process gets from the one that starts it. A line that cannot be written to them is dropped: a closed
/// pipe, a full disk or a missing stream is no reason to stop a node.
enum StandardStreams {
    /// Prepares the streams. Call this before the process opens a file or writes anything.
    static func prepare() {
        // A file would get the number of a stream that is closed, and the next line would be written into that file.
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", O_RDWR)
        }
        // Otherwise a write to a pipe that nobody reads ends the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes a line to the standard output at once. The buffer of `print` would delay it for a program that reads a pipe.
    static func output(_ line: String) { write(line, to: STDOUT_FILENO) }

    /// Writes a line to the standard error.
    static func error(_ line: String) { write(line, to: STDERR_FILENO) }

    private static func write(_ line: String, to stream: Int32) {
        var rest = Array("\(line)\n".utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Foundation.write(stream, bytes.baseAddress, bytes.count)
            }
            if count > 0 {
                rest.removeFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}
