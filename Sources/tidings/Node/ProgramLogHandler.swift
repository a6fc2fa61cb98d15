import ChatModel
import Logging
import Synchronization

/// Writes log lines to standard error: at the level `debug` and below all of them, above it as many as ``LineBound`` allows.
///
/// Lowers the debug lines of three libraries to `trace`: at the level `debug`, a person looks for pulls and refusals, not for the
/// services of the program.
struct ProgramLogHandler: LogHandler {
    private var handler: StreamLogHandler
    var logLevel: Logger.Level

    /// Of all loggers of the process.
    private static let bound = Mutex(LineBound())
    private static let time = SystemTime()

    init(label: String, logLevel: Logger.Level) {
        handler = .standardError(label: label)
        self.logLevel = logLevel
    }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        switch (event.source, event.level) {
        case ("ServiceLifecycle", .debug), ("Hummingbird", .debug), ("HummingbirdCore", .debug): event.level = .trace
        // A listener that fails ends the others, which HummingbirdCore logs as errors. The program says what failed.
        case ("HummingbirdCore", .error): event.level = .debug
        default: break
        }
        guard event.level >= logLevel else { return }
        if event.level > .debug {
            let kind = LineBound.Kind(
                place: "\(event.file):\(event.line)",
                peer: (event.metadata?["peer"] ?? handler.metadata["peer"]).map { "\($0)" },
                beginning: String("\(event.message)".prefix(16)))
            let now = Self.time.monotonic
            guard let omitted = Self.bound.withLock({ $0.omittedBefore(kind, at: now) }) else { return }
            if omitted > 0 { event.metadata = (event.metadata ?? [:]).merging(["omitted": "\(omitted)"]) { $1 } }
        }
        handler.log(event: event)
    }
}
