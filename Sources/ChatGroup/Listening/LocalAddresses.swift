package import ChatLink
internal import ChatModel
internal import ChatServer
internal import NIOCore

/// The addresses at which other machines may reach this one.
enum LocalAddresses {
    /// How far an address can be reached, the farthest first.
    enum Reach: Int, Comparable {
        case everywhere
        /// In the network of the default route, which the people around share.
        case defaultNetwork
        case otherNetwork
        /// Only on one network link.
        case link
        /// From the containers and virtual machines of this machine, or not at all now.
        case doubtful

        static func < (one: Reach, other: Reach) -> Bool { one.rawValue < other.rawValue }
    }

    /// An address of the machine, with its use for others.
    struct Ranked: Hashable {
        let place: HostPort
        let reach: Reach

        /// Addresses of one kind can often be used by the same machines.
        struct Kind: Hashable {
            let reach: Reach
            let isIPv6: Bool
        }

        var kind: Kind { Kind(reach: reach, isIPv6: place.host.contains(":")) }
    }

    /// Returns the places of listeners for peers, those that most machines reach first. A listener on all interfaces is at
    /// the addresses of the interfaces. Places on this machine are only returned if there are no others.
    ///
    /// - Parameter count: the longest list. It has places of as many kinds as possible.
    static func places(of listeners: [Listener], atMost count: Int) async -> [HostPort] {
        let interfaces = await Interfaces.present() ?? Interfaces(addresses: [], routed: [])
        let ranked = listeners.flatMap { listener in
            listener.isWildcard
                ? interfaces.ranked(port: listener.port, withIPv6: listener.host == "::")
                : [Ranked(place: HostPort(host: listener.host, port: listener.port).withoutZone, reach: .everywhere)]
        }
        let dialable = Set(LinkPeer.dialable(ranked.map(\.place), mayBeHere: true))
        return chosen(ranked.filter { dialable.contains($0.place) }, atMost: count)
    }

    /// Returns the place of a listener on all interfaces at which the machines around reach it, by an address that a browser can
    /// open; nil if there is none.
    static func inNetworks(of listener: Listener) async -> HostPort? {
        let interfaces = await Interfaces.present()?.ranked(port: listener.port, withIPv6: listener.host == "::") ?? []
        func isNear(_ entry: Ranked) -> Bool {
            guard let address = try? SocketAddress(ipAddress: entry.place.host, port: 0) else { return false }
            return address.isPrivate || address.isLinkLocal && !entry.kind.isIPv6
        }
        return interfaces.first { $0.reach < .doubtful && isNear($0) }?.place
    }

    /// Returns so many places in their order: the first of each kind, and then others.
    static func chosen(_ ranked: [Ranked], atMost count: Int) -> [HostPort] {
        // The interfaces of one device can have the same link-local address.
        var places: Set<HostPort> = []
        let ranked = ranked.filter { places.insert($0.place).inserted }
        var kinds: Set<Ranked.Kind> = []
        let firsts = ranked.filter { kinds.insert($0.kind).inserted }
        let others = ranked.filter { !firsts.contains($0) }
        let kept = Set((firsts + others).prefix(count))
        return ranked.filter(kept.contains).map(\.place)
    }

    /// Returns an IPv4 address that a listener for IPv6 shows as `::ffff:192.0.2.2` (RFC 4291) as it is.
    static func unmapped(_ address: String) -> String {
        let prefix = "::ffff:"
        guard address.lowercased().hasPrefix(prefix), address.contains(".") else { return address }
        return String(address.dropFirst(prefix.count))
    }
}

extension LocalAddresses {
    /// The network interfaces of a machine.
    struct Interfaces {
        let addresses: [InterfaceAddress]
        /// The interfaces of the default routes.
        private let routed: Set<String>

        /// - Parameter routed: the machine's addresses toward the internet.
        init(addresses: [InterfaceAddress], routed: [SocketAddress]) {
            let routedBytes = Set(routed.map(\.ipBytes))
            self.addresses = addresses
            self.routed = Set(addresses.filter { routedBytes.contains($0.address.ipBytes) }.map(\.interface))
        }

        /// Returns the interfaces that this machine has now; nil if the operating system does not tell them.
        static func present() async -> Interfaces? {
            guard let addresses = InterfaceAddress.all() else { return nil }
            return Interfaces(addresses: addresses, routed: await InterfaceAddress.towardInternet())
        }

        /// The addresses at which beacons are sent and received: neither those of tunnels nor of this machine's containers. Of IPv6,
        /// only link-local ones.
        var beaconAddresses: [InterfaceAddress] {
            addresses.filter { address in
                address.isBroadcast && reach(of: address) != .doubtful
                    && (address.zone != nil || address.address.protocol == .inet)
            }
        }

        /// Returns the addresses of all interfaces, the most useful first. If an IPv4 and an IPv6 address are equally useful, the
        /// IPv4 address comes first: it is shorter, and at home it works more often.
        func ranked(port: Int, withIPv6: Bool) -> [Ranked] {
            let ranked = addresses.compactMap { address -> (Ranked, isRouted: Bool)? in
                guard let host = address.address.ipAddress, withIPv6 || !host.contains(":") else { return nil }
                let place = HostPort(host: host, port: port).withoutZone
                return (Ranked(place: place, reach: reach(of: address)), routed.contains(address.interface))
            }
            func rank(_ entry: (ranked: Ranked, isRouted: Bool)) -> (Reach, Int, Int) {
                (entry.ranked.reach, entry.ranked.kind.isIPv6 ? 1 : 0, entry.isRouted ? 0 : 1)
            }
            return ranked.sorted { rank($0) < rank($1) }.map(\.0)
        }

        private func reach(of address: InterfaceAddress) -> Reach {
            let isRouted = routed.contains(address.interface)
            if !address.hasCarrier || address.isOfBridge && !isRouted { return .doubtful }
            // The dialler of a link-local address tries such interfaces only.
            if address.address.isLinkLocal { return address.isBroadcast ? .link : .doubtful }
            if !address.address.isPrivate { return .everywhere }
            return isRouted ? .defaultNetwork : .otherNetwork
        }
    }
}

extension Invitation {
    /// A sentence if only the machines around can use the invitation; nil if an address may be reached from elsewhere.
    package var nearness: String? {
        let places = peer.places
        if places.allSatisfy(\.isOnThisMachine) {
            return """
                The link names this machine only. Only a node on this machine can join with it, and only with --peer-listen and an \
                address of this machine, such as 127.0.0.1:7412.
                """
        }
        guard places.allSatisfy(\.isNear) else { return nil }
        return """
            Only machines in this network reach the addresses in the link. For others, forward a port of the router to this \
            machine and invite with --address HOST:PORT, the router's address.
            """
    }
}

extension HostPort {
    /// Whether only machines in the same network reach the place.
    fileprivate var isNear: Bool {
        guard let address = try? SocketAddress(ipAddress: withoutZone.host, port: 0) else {
            return isOnThisMachine || host.hasSuffix(".local")
        }
        return address.isPrivate || address.isLinkLocal || address.staysOnThisMachine
    }
}
