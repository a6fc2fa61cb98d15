public import ChatModel
internal import Foundation

/// How to open a store.
public struct StoreOptions: Sendable {
    /// The folder; made where it is missing.
    public var folder: String
    /// The most that the store can grow to, in bytes. Virtual: a large number costs nothing.
    public var mapSizeBytes: Int
    /// Whether a store whose key file is lost goes on with a new key.
    public var newKey: Bool
    /// What the wall clock says; for tests.
    public var wallClock: @Sendable () -> UnixTime
    /// Draws the nonce of each message that is posted; for tests that repeat a run byte for byte.
    public var nonce: @Sendable () -> Nonce = { .random() }

    /// Told what is done, before it is, where opening the store takes long: one of an older version is read from end to end.
    public var announce: @Sendable (_ sentence: String) -> Void = { _ in }

    /// Told why nothing can be written, once for each such state however many writes meet it; with nothing when messages are
    /// stored again.
    public var writingTrouble: @Sendable (StoreError?) -> Void = { _ in }

    public static let defaultMapSizeBytes = 64 << 30

    public init(
        folder: String, mapSizeBytes: Int = defaultMapSizeBytes, newKey: Bool = false,
        wallClock: @escaping @Sendable () -> UnixTime = Self.systemClock
    ) {
        self.folder = folder
        self.mapSizeBytes = mapSizeBytes
        self.newKey = newKey
        self.wallClock = wallClock
    }

    /// The machine's wall clock; before 1970 is 1970.
    @Sendable public static func systemClock() -> UnixTime {
        UnixTime(milliseconds: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }
}
