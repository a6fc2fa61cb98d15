import ChatClient
import ChatGroup
import ChatLink
import ChatModel
import ChatReplication
import ChatServer
import ChatStore
import Foundation

/// The settings that a node's owner chooses.
struct NodeConfiguration: Sendable {
    var folder: String
    var mapSizeBytes: Int
    /// Below so many bytes of free space on the disk, the messages of peers wait.
    var diskReserveBytes = 0
    /// How much of the messages of a member, and of all whom it has invited, the node takes in a day.
    var memberBytesPerDay = StoreOptions.defaultMemberBytesPerDay
    var newKey = false
    var listeners: [Listener]
    /// How the node listens for paired peers.
    var listening = PeerListeners.Mode.automatic
    /// Whether the node sends and receives beacons.
    var hasBeacon = false
    /// The node name: in pages, and in messages as the field `device`.
    var nodeName: FieldValue
    /// The peers over plain HTTP.
    var peers: [NodeAddress] = []
    /// The peers over links. Their keys are admitted at the listeners for peers.
    var linkPeers: [LinkPeer] = []
    var allowedHosts: [String] = []
    /// The address of the web page at a proxy.
    var publicOrigin: Origin?
    /// The IP addresses of the proxy, if it is on another machine.
    var proxies: [String] = []
    /// Whether everyone who reaches a listener for clients may read and write.
    var isOpen = false
    /// The users' password of a file, which has precedence over the one that the node keeps.
    var password: [UInt8]?
    /// The ids of the users who may give commands, besides the node's own and root.
    var owners: Set<UInt32> = []
    /// The command with which an owner opens the web page, for a shell on this machine.
    var openCommand: String?
    var pace = Pace()

    /// Whether a peer over plain HTTP is on another machine. It may pull back, and its address is not known.
    var hasPlainPeers: Bool { !peers.allSatisfy { HostPort(host: $0.host, port: $0.port).isLoopback } }

    /// The name of the socket for administration.
    static let socketName = "admin.sock"

    /// The machine's name; `localhost` if it has none.
    static var hostName: String {
        let name = ProcessInfo.processInfo.hostName
        return name.isEmpty ? "localhost" : name
    }
}
