/// Returns when the first of some waits is over, and cancels the others.
func first(of waits: (@Sendable () async -> Void)...) async {
    await withTaskGroup { tasks in
        for wait in waits { tasks.addTask { await wait() } }
        await tasks.next()
        tasks.cancelAll()
    }
}
