import Foundation
import Testing

/// Real processes on hosts of their own.
///
/// What it found within 40 seconds when the program was broken on purpose: posts that ignore their key (doubled, moved),
/// clients told of success before the commit (lost), a page of a peer of which one message in a hundred is not stored
/// though the cursor moves on (lost).
@Suite(
    .serialized,
    .enabled(if: NetworkNamespaces.isAllowed, "Making network namespaces takes root on Linux."))
struct SoakTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// `scripts/soak` gives more time.
    private static let seconds = environment["TIDINGS_SOAK_SECONDS"].flatMap { Int($0) } ?? 60
    /// Repeats the faults and the texts of a run, though not the instants at which they meet.
    private static let seed = environment["TIDINGS_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...(.max))

    @Test(.timeLimit(.minutes(Self.seconds / 60 + 10)))
    func `nodes lose no acknowledged message, store none twice, and end equal`() async throws {
        try await Soak(seed: Self.seed, seconds: Self.seconds).run()
    }
}
