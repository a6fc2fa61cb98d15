public import ChatModel

extension ChatServer {
    /// What the node's owner decides about the server.
    public struct Configuration: Sendable {
        /// At least one, or the server answers nobody.
        public var listeners: [Listener]
        /// What the owner calls the node: stands in pages, and in messages as the field `device`.
        public var name: FieldValue
        /// Drawn at each start.
        public var instance: Instance
        /// The machine's name, to which the node answers also with `.local`.
        public var machineName: String
        /// Further names to which the node answers: `--allow-host`.
        public var allowedHosts: [String]
        /// What people see who open the node's address in a browser.
        public var web: WebClient
        public var times: ConnectionTimes

        public init(
            listeners: [Listener], name: FieldValue, instance: Instance, machineName: String,
            allowedHosts: [String] = [],
            web: WebClient, times: ConnectionTimes = ConnectionTimes()
        ) {
            self.listeners = listeners
            self.name = name
            self.instance = instance
            self.machineName = machineName
            self.allowedHosts = allowedHosts
            self.web = web
            self.times = times
        }
    }
}
