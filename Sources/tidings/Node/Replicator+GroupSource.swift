public import ChatReplication
public import ChatServer

/// The server does not know the replicator, nor the replicator the server: they meet here.
extension Replicator: GroupSource {}
