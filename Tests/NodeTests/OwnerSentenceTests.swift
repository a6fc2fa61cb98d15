import ChatGroup
import ChatModel
import ChatReplication
import ChatServer
import ChatStore
import TestSupport
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
                .nodeKeyNotWritten(file: "data/node.key", reason: "Full"),
                ["data/node.key", "Full", "Make room on the disk"]
            ),
            (.nodeKeyMissing(file: "data/node.key"), ["data/node.key", "--new-key"]),
            (
                .nodeKeyNotRead(file: "data/node.key", reason: "Denied"),
                ["data/node.key", "Denied", "replace the file"]
            ),
            (.nodeKeyInvalid(file: "data/node.key"), ["data/node.key", "--new-key"]),
            (.schemaUnknown(folder: "data", schema: 3, supported: 2), ["data", "schema 3", "schema 2", "--data"]),
            (.truncated(file: "data/data.mdb", bytes: 1, expectedBytes: 2), ["data/data.mdb", "backup"]),
            (.storeFull, ["--map-size"]), (.idsExhausted, ["--data"]),
            (
                .idsNotReserved(file: "data/ids-below-2049.lifetime-1", reason: "Denied"),
                ["data/ids-below-2049.lifetime-1", "Denied", "writable"]
            ),
            (.fileGone(copy: nil), ["data.mdb was removed or replaced", "Do not stop the node"]),
            (
                .fileGone(copy: "data/data-rescued.mdb"),
                ["data.mdb was removed or replaced", "data/data-rescued.mdb", "Stop the node", "rename"]
            ),
            (.copyNotPutBack(copy: "data/data-rescued.mdb"), ["rename data/data-rescued.mdb to data.mdb"]),
            (
                .nodeKeyDiffers(
                    file: "data/node.key", store: Sample.key.publicKey, copy: "data/data-rescued.mdb"),
                ["data/node.key", "\(Sample.key.publicKey)", "--new-key", "data/data-rescued.mdb"]
            ),
            (.folderOfOtherUser(folder: "data", user: 65534), ["data", "65534", "chown", "--data"]),
            (.accessDenied(reason: "Denied."), ["Denied.", "--data"]),
            (.outOfMemory(reason: "No memory."), ["No memory.", "--map-size"]),
            (.damaged(reason: "A page."), ["A page.", "backup"]),
        ] as [(StoreError, [String])])
    func `the owner's sentence names the facts, and the flag or file to change`(error: StoreError, words: [String]) {
        for word in words { #expect(error.ownerSentence.contains(word), "\(error.ownerSentence)") }
    }

    @Test func `the notices about a peer of another group name the groups and what to do`() {
        let (group, other) = (Sample.group, Sample.otherGroup)
        let expected: [(Notice, [String])] = [
            (
                .failing(.foreignGroup(other, own: .none)),
                ["the group \(other)", "tidings join", "--carry"]
            ),
            (
                .failing(.foreignGroup(other, own: group)),
                ["the group \(other)", "the group \(group)", "--peer", "--data"]
            ),
        ]
        for (notice, words) in expected {
            for word in words { #expect(notice.sentence.contains(word), "\(notice.sentence)") }
        }
    }

    @Test(
        arguments: [
            (.portInUse, "in use"), (.addressMissing, "does not have that address"),
            (.permissionDenied, "setcap cap_net_bind_service=+ep"), (.nameNotResolved, "does not resolve"),
            (.other("No such device."), "No such device."),
        ] as [(ListenError.Reason, String)])
    func `the sentence about a listener names the flag, the address and the reason`(
        reason: ListenError.Reason, words: String
    ) {
        let sentence = ListenError(Listener(host: "::1", port: 80), reason).ownerSentence
        for word in ["--listen", "[::1]:80", words] { #expect(sentence.contains(word), "\(sentence)") }
    }

    @Test(
        arguments: [
            (.notASocket, "Move it away"), (.permissionDenied, "Make its folder writable"),
            (.other("No such device."), "No such device."),
        ] as [(ListenError.Reason, String)])
    func `the sentence about the socket names the commands, the file and what to do`(
        reason: ListenError.Reason, words: String
    ) {
        let sentence = ListenError(Listener(socket: "/proc/self/fd/5/admin.sock"), reason).ownerSentence
        for word in ["socket for commands", "admin.sock in its data folder", words] {
            #expect(sentence.contains(word), "\(sentence)")
        }
    }

    @Test(
        arguments: [
            (.unreadable(folder: "/x/Web", reason: "Denied"), ["/x/Web", "Denied", "Copy"]),
            (.missing("sw.js"), ["sw.js is missing", "Copy"]),
        ] as [(WebClientError, [String])])
    func `the sentence about the web client names the file and what to do`(error: WebClientError, words: [String]) {
        for word in words { #expect(error.ownerSentence.contains(word), "\(error.ownerSentence)") }
    }
}
