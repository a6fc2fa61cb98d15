import Logging

/// Writes log lines to standard error. Lowers the debug lines of three libraries to `trace`: at the level `debug`, a person
/// looks for pulls and refusals, not for the services of the program.
struct ProgramLogHandler: LogHandler {
    private var handler: StreamLogHandler

    init(label: String) {
        handler = .standardError(label: label)
    }

    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { handler.metadataProvider }
        set { handler.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.level = Self.level(event.level, of: event.source)
        if event.level >= logLevel { handler.log(event: event) }
    }

    /// The level of a line.
    ///
    /// - Parameter source: the module that logs.
    static func level(_ level: Logger.Level, of source: String) -> Logger.Level {
        switch (source, level) {
        case ("ServiceLifecycle", .debug), ("Hummingbird", .debug), ("HummingbirdCore", .debug): .trace
        // A listener that fails ends the others, which HummingbirdCore logs as errors. The program says what failed.
        case ("HummingbirdCore", .error): .debug
        default: level
        }
    }
}
