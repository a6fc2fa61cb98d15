import ChatModel
import ChatStore
import ServiceLifecycle

/// Notes in the folder that the process has had its store open for a minute.
///
/// A process that dies earlier may have died of damage in its store: see ``StartCheck``.
struct FirstMinute: Service {
    let folder: StoreFolder
    let time: any TimeSource

    /// The number of ticks in the first minute. The service counts ticks, not time: a laptop that is suspended in the
    /// first minute has not used its store meanwhile.
    var ticks = 60
    var tick = Duration.seconds(1)

    /// Returns after the first minute, or early when the node stops.
    func run() async {
        await cancelWhenGracefulShutdown {
            for _ in 0..<ticks {
                guard (try? await time.sleep(for: tick)) != nil else { return }
            }
            folder.noteFirstMinute()
        }
    }
}
