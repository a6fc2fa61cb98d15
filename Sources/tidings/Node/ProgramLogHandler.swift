import Logging

/// Writes log lines to standard error. Lowers the debug lines of three libraries to `trace`: at the level `debug`, a person
/// looks for pulls and refusals, not for the services of the program.
struct ProgramLogHandler: LogHandler {
    private var handler: StreamLogHandler
    var logLevel: Logger.Level

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
        if event.level >= logLevel { handler.log(event: event) }
    }
}
