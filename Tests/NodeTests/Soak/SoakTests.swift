import Foundation
import Testing

/// Nodes as processes on hosts of their own, with failing links.
///
/// Within 40 seconds the test found these defects when they were put into the program: posts that ignore their post key
/// (doubled, moved), success reported before the commit (lost), and a page of which one message in a hundred is not
/// stored although the cursor moves past it (lost).
@Suite(
    .serialized,
    .enabled(if: NetworkNamespaces.isAllowed, "Only root on Linux may make network namespaces."))
struct SoakTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// The time with faults; `scripts/soak` sets a longer one.
    private static let seconds = environment["TIDINGS_SOAK_SECONDS"].flatMap { Int($0) } ?? 60
    /// A seed repeats the faults and the texts of a run, but not how they interleave.
    private static let seed = environment["TIDINGS_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...(.max))

    @Test(.timeLimit(.minutes(Self.seconds / 60 + 10)))
    func `nodes lose no acknowledged message, store none twice, and end equal`() async throws {
        try await Soak(seed: Self.seed, seconds: Self.seconds).run()
    }
}
