public import ChatLink
public import ChatModel

extension ChatServer {
    /// The settings of a server.
    public struct Configuration: Sendable {
        /// At least one.
        public var listeners: [Listener]
        /// The node name: in pages, and in messages as the field `device`.
        public var nodeName: FieldValue
        /// The random value that was drawn at this start of the node.
        public var instance: Instance
        /// The machine's name. From other machines the server accepts it as Host, and its first label with and without
        /// `.local`.
        public var machineName: String
        /// Further names that the server accepts as Host.
        public var allowedHosts: [String]
        /// The address of the web page at a proxy. The server accepts it as Host and as Origin.
        public var publicOrigin: Origin?
        /// The IP addresses of the proxy, if it is on another machine.
        public var proxies: [String] = []
        /// Whether everyone who reaches a listener for clients may read and write.
        public var isOpen = false
        /// The users' password of a file, which has precedence over the one that the node keeps.
        public var password: [UInt8]?
        /// The command with which the owner opens the web page, for a shell on this machine.
        public var openCommand: String?
        /// The ids of the users who may administer over the socket.
        public var owners: Set<UInt32> = []
        /// The names and IP addresses of the configured peers: a part of the connections is reserved for them.
        public var peerHosts: [String]
        /// The keys that the listeners for peers admit. Not nil if there is such a listener.
        public var linkKeys: LinkKeys?
        /// Whether a peer over plain HTTP on another machine may request the log.
        public var hasPlainPeers: Bool
        /// The web client at `/`.
        public var web: WebClient
        public var times = ConnectionTimes()
        /// What each peer and each network may make the node send and receive.
        package var traffic = TrafficPayer.rate

        public init(
            listeners: [Listener], nodeName: FieldValue, instance: Instance, machineName: String,
            allowedHosts: [String] = [], peerHosts: [String] = [], linkKeys: LinkKeys? = nil,
            hasPlainPeers: Bool = false, web: WebClient
        ) {
            self.listeners = listeners
            self.nodeName = nodeName
            self.instance = instance
            self.machineName = machineName
            self.allowedHosts = allowedHosts
            self.peerHosts = peerHosts
            self.linkKeys = linkKeys
            self.hasPlainPeers = hasPlainPeers
            self.web = web
        }

        /// Whether listeners for clients refuse the log to other machines: once it has a peer over links, unless a peer
        /// over plain HTTP may need it.
        var logNeedsLink: Bool { !hasPlainPeers && linkKeys?.hasPeers == true }
    }
}
