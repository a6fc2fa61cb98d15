extension Scenario {
    /// The scenarios that are always run, before fresh ones.
    public static let fixed = sensitive + regressions.filter { !sensitive.contains($0) }

    /// Together, these scenarios find the mutations in `Tests/Mutations` that name seeds. The other mutations name the test
    /// suites that find them.
    private static let sensitive =
        (1...16 as ClosedRange<UInt64>).map(original)
        + ([1, 3, 7, 24] as [UInt64]).map { Scenario(seed: $0, features: .pages) }
        + ([2, 7, 18] as [UInt64]).map { Scenario(seed: $0, features: .groups) }
        + [Scenario(seed: 35, features: .damage)]
        + ([2, 3, 4, 14] as [UInt64]).map { Scenario(seed: $0, features: .transfers) }
        + ([1611, 1813, 1825] as [UInt64]).map { Scenario(seed: $0, features: .paired) }
        + ([1, 10] as [UInt64]).map { Scenario(seed: $0, features: .lists) }

    /// Each of these scenarios found a defect once, in the program or in the simulator.
    private static let regressions = [
        // A repeated old page had valid ids and a valid mark, and the puller skipped the messages before it.
        original(4_271_498_292),
        // The same backup was restored twice, and the node gave the same ids twice.
        original(954_018_184), original(88), original(1_710_533_648), original(2_043_460_834),
        // A message was skipped after all faults had ended.
        original(6),
        // A link timed out when the faults ended: the messages that it delivers later are not noise.
        original(1_178_061_382), original(2_757_395_573),
        // An empty page omitted the messages after the newest common position.
        original(591_139_006),
        // A node of another group answered at the address of this node, and was considered this node.
        Scenario(seed: 3_050_710_943, features: .groups),
        // A gone entry came before the cursor, and its message after it.
        Scenario(seed: 2_112_870_086, features: .groups),
        // A client had read a text that the node then erased; a restored copy brought it back with a new id.
        Scenario(seed: 8_679_493, features: .groups),
        // A whole folder was put back, and its store was removed before the node started.
        Scenario(seed: 5034, features: .damage),
        // A backup was restored that did not know a peer which the owner had paused since.
        Scenario(seed: 4_050_207_889, features: .all),
        // A member had lost its store, and the inviting node could not read its admission.
        Scenario(seed: 3_574_279_160, features: .all),
        // A node lacked the values of a message. It requested the message for its gone entry, without values, and then dropped
        // the entry that has the values.
        Scenario(seed: 1_008_430_942, features: .lists),
        // Damage was noted while the clock ran ahead: no peer was asked for the message after the clock was set right.
        Scenario(seed: 1_314_489_109, features: .lists),
        // A message of the year 10889 came back under a clock that was later still, and its post key was too old.
        Scenario(seed: 2_401_046_907, features: .transfers),
        // The messages that a node wrote before it entered its group were taken for refused ones.
        Scenario(seed: 1_768_162_750, features: .lists),
        // The transfer of a damaged message failed as often as a day allows, and nobody waited for the next day.
        Scenario(seed: 147_661_140, features: .lists),
        // The origins of a garbled list were those of strangers, though a link has TLS.
        Scenario(seed: 3_326_592_015, features: .lists),
        // Requests for the missing values of a message failed three times, and the peer was not asked again before the next day.
        Scenario(seed: 263_989_417, features: .all),
        // The only readable record of an admission was lost with its node, whose messages then went to nobody else.
        Scenario(seed: 998_750_031, features: .all),
        // The last page of a peer that was no longer linked had the statement that links it again.
        Scenario(seed: 589_145_079, features: .all),
        // Gone entries named messages of strangers, which came, were passed and were asked for again every day.
        Scenario(seed: 3_569_503_264, features: .all),
        // The disk was full when a node started that had still to enter its group.
        Scenario(seed: 2_730_810_854, features: .all),
        // A founder joined again at a node that it had removed. They stayed linked, so nobody invited this node again.
        Scenario(seed: 264_274_368, features: .all),
    ]

    private static func original(_ seed: UInt64) -> Scenario {
        Scenario(seed: seed, features: .original)
    }
}
