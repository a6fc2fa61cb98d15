import Foundation
import UnixSignals

/// The signals that stop a node, also while it starts.
enum StopSignals {
    /// The signals. A terminal that is closed sends SIGHUP to its programs; `nohup` starts a program that ignores it.
    static let all: [UnixSignal] = [.sigterm, .sigint] + (ignores(SIGHUP) ? [] : [.sighup])

    private static func ignores(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = unsafe action.__sigaction_u.__sa_handler
        #else
            let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
