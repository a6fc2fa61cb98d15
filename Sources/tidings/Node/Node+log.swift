import ChatClient
import ChatGroup
import ChatLink
import ChatModel
import ChatServer
import ChatStore
import Logging

extension Node {
    static func logStart(_ configuration: NodeConfiguration, _ store: ChatStore, _ logger: Logger) {
        logger.info(
            "The node opened its store.",
            metadata: [
                "node": "\(store.key.publicKey)", "name": "\(configuration.nodeName)",
                "data": "\(configuration.folder)",
            ])
        // A store that cannot say this now cannot serve either, and says why.
        guard (try? store.isOfFormerGroup()) == true else { return }
        logger.warning(
            """
            An earlier version of Tidings made the group of this node. This version makes groups in another way, so the node is in \
            no group now. Its messages are kept here, and no other node takes them in. One of the group \
            invites all others again (tidings invite), and these join (tidings join --carry).
            """)
    }

    static func warn(about folder: StoreFolder, _ logger: Logger) {
        if let copy = folder.rescuedCopy {
            logger.warning(
                """
                \(copy) is a copy that a node wrote because data.mdb was removed or replaced. It may have messages that \
                data.mdb lacks. To use it, stop the node, move data.mdb away, rename the copy to data.mdb and start the node \
                again. Otherwise move the copy away.
                """)
        }
        guard folder.hasOpenKey else { return }
        logger.warning(
            "Other users of this machine can read the node's private key. Run: chmod 600 \(folder.path)/node.key")
    }

    static func logListening(
        on listener: Listener, _ configuration: NodeConfiguration, _ key: PublicKey, knowsNoKey: Bool, _ logger: Logger
    ) {
        if listener.isForPeers {
            logPeerListener(listener, configuration, key, knowsNoKey: knowsNoKey, logger)
        } else if listener.purpose == .phones {
            logger.notice(
                "Phones that you have added reach this node. See tidings sessions.",
                metadata: ["port": "\(listener.port)"])
        } else if !listener.isLoopback {
            logger.warning("Everyone who can reach \(listener) can read all messages and post under any name.")
            guard !configuration.linkPeers.isEmpty, !configuration.hasPlainPeers else { return }
            logger.notice(
                """
                At \(listener), other machines cannot pull, because peers use encrypted links. This keeps nothing secret: \
                whoever reaches \(listener) still reads and posts as a client.
                """)
        }
    }

    private static func logPeerListener(
        _ listener: Listener, _ configuration: NodeConfiguration, _ key: PublicKey, knowsNoKey: Bool,
        _ logger: Logger
    ) {
        let host = listener.isWildcard ? NodeConfiguration.hostName : listener.host
        let address = LinkAddress(key: key, place: HostPort(host: host, port: listener.port))
        logger.info("Other nodes pull from this one with --peer \(address)")
        // Without the flag, an invitation has started the listener.
        guard knowsNoKey, configuration.listening == .configured else { return }
        logger.warning(
            """
            No node may pull at \(listener), because this node knows no key. Invite the nodes (tidings invite), or name each \
            with --peer tidings:KEY@HOST:PORT.
            """)
    }

    static func warn(about peers: [NodeAddress], _ logger: Logger) {
        for peer in peers where !HostPort(host: peer.host, port: peer.port).isLoopback {
            logger.warning(
                "Messages from \(peer) are not encrypted. Use this peer on trusted networks and tunnels only.")
        }
    }
}
