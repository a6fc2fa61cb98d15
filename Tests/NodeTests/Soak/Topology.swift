import ChatClient

/// The pulls between nodes. Messages of each node reach every other node along them.
struct Topology: Sendable, CustomStringConvertible {
    enum Shape: String, CaseIterable, Sendable {
        /// A ring in which each node pulls from one neighbour.
        case ring
        /// A line in which neighbours pull from each other.
        case line
        /// Each node pulls from all others.
        case mesh
        /// A tree in which neighbours pull from each other, with two more pulls.
        case tree
    }

    let shape: Shape
    /// For each node the nodes that it pulls from.
    let pulls: [Set<Int>]

    init(_ shape: Shape, nodes count: Int, using generator: inout some RandomNumberGenerator) {
        let order = (0..<count).shuffled(using: &generator)
        var pulls = Array(repeating: Set<Int>(), count: count)
        for index in 1..<count {
            let earlier = shape == .tree ? Int.random(in: 0..<index, using: &generator) : index - 1
            pulls[order[index]].insert(order[earlier])
            if shape != .ring { pulls[order[earlier]].insert(order[index]) }
        }
        switch shape {
        case .line: break
        case .ring: pulls[order[0]].insert(order[count - 1])
        case .mesh: for node in 0..<count { pulls[node] = Set(0..<count).subtracting([node]) }
        case .tree:
            for _ in 0..<2 { pulls[order[count - 1]].insert(order[.random(in: 0..<count - 1, using: &generator)]) }
        }
        self.shape = shape
        self.pulls = pulls
    }

    /// One link for each pair of nodes of which one pulls from the other.
    var links: [HostLink] {
        var links: [HostLink] = []
        for first in pulls.indices {
            for second in first + 1..<pulls.count where pulls[first].contains(second) || pulls[second].contains(first) {
                links.append(HostLink(index: links.count, first: first, second: second))
            }
        }
        return links
    }

    /// The addresses of the nodes that a node pulls from.
    func peers(of node: Int, port: Int) -> [String] {
        pulls[node].sorted().compactMap { peer in
            links.first { $0.joins(node, peer) }.map { "http://\($0.address(of: peer)):\(port)" }
        }
    }

    var description: String {
        let pulls = pulls.enumerated().map { node, peers in
            "\(node)<-" + peers.sorted().map { "\($0)" }.joined(separator: ",")
        }
        return "\(shape.rawValue) " + pulls.joined(separator: " ")
    }
}
