import ChatStore
import Testing

@testable import tidings

struct OwnerSentenceTests {
    @Test(
        arguments: [
            (.folderNotOpened("data", reason: "No such device"), ["folder data", "No such device", "--data"]),
            (.folderNotWritable("data"), ["folder data", "--data"]),
            (.folderInUse("data"), ["folder data", "--data"]),
            (.storeMissing(file: "data/data.mdb"), ["data/data.mdb", "--data"]),
            (
                .keyNotWritten(file: "data/node.key", reason: "Full"),
                ["data/node.key", "Full", "Make room on the disk"]
            ),
            (.keyMissing(file: "data/node.key"), ["data/node.key", "--new-key"]),
            (.keyNotRead(file: "data/node.key", reason: "Denied"), ["data/node.key", "Denied", "replace the file"]),
            (.keyInvalid(file: "data/node.key"), ["data/node.key", "--new-key"]),
            (.schemaUnknown(folder: "data", schema: 3, supported: 2), ["data", "schema 3", "schema 2", "--data"]),
            (.schemaUnknown(folder: "data", schema: 1, supported: 2), ["data", "schema 1", "migrates"]),
            (.truncated(file: "data/data.mdb", bytes: 1, expectedBytes: 2), ["data/data.mdb", "backup"]),
            (.storeFull, ["--map-size"]), (.idsExhausted, ["--data"]),
            (.fileGone, ["data.mdb was removed or replaced", "Stop the node"]),
            (.accessDenied(reason: "Denied."), ["Denied.", "--data"]),
            (.outOfMemory(reason: "No memory."), ["No memory.", "--map-size"]),
            (.damaged(reason: "A page."), ["A page.", "backup"]),
        ] as [(StoreError, [String])])
    func `the owner's sentence names the facts, and the flag or file to change`(error: StoreError, words: [String]) {
        for word in words { #expect(error.ownerSentence.contains(word), "\(error.ownerSentence)") }
    }
}
