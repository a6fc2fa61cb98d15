import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct RandomWalkTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// The seed of a walk that is to be repeated; nil for fresh seeds.
    private static let seed = environment["TIDINGS_SEED"].flatMap { UInt64($0) }
    /// The seconds for fresh walks.
    private static let seconds = environment["TIDINGS_WALK_SECONDS"].flatMap { Int($0) } ?? 3

    @Test func `the settled position passes only messages that are stored or asked for again, and all come in the end`()
    {
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var walks = 0
        repeat {
            let seed = Self.seed ?? .random(in: 0...(.max))
            do throws(RandomWalk.Finding) {
                var walk = RandomWalk(seed: seed)
                try walk.walk()
            } catch {
                Issue.record("TIDINGS_SEED=\(seed):\n\(error)")
                return
            }
            walks += 1
        } while Self.seed == nil && ContinuousClock.now < end
        print("random walks: \(walks)")
    }
}
