import Foundation
import Synchronization
import UnixSignals

/// The signals that stop a node, also while it starts.
enum StopSignals {
    /// Whether a signal has come before a service group has taken over.
    private static let wereSent = Atomic(false)

    /// The signals. A terminal that is closed sends SIGHUP to its programs; `nohup` starts a program that ignores it.
    static let all: [UnixSignal] = [.sigterm, .sigint] + (ignores(SIGHUP) ? [] : [.sighup])

    /// Remembers the signals from now on, until a service group takes over. Without a handler, they would end the process,
    /// or be lost if it is the first of a container (process 1).
    static func remember() {
        // A handler must not be the first to use it.
        wereSent.store(false, ordering: .relaxed)
        for signal in all {
            _ = Foundation.signal(signal.rawValue) { _ in StopSignals.wereSent.store(true, ordering: .relaxed) }
        }
    }

    /// Whether to stop before the start has begun. Call this after the service group has taken over.
    static var wereRemembered: Bool { wereSent.load(ordering: .relaxed) }

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
