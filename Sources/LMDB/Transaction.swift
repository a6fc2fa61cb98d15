/// A consistent view of an environment, for the duration of a closure: what tables read in.
///
/// ``ReadTransaction`` and ``WriteTransaction`` are the only two. Neither can be copied, stored or made by a caller, so that
/// none outlives the closure it was given to; and what tables read in one is a copy. Conforming is for this module only.
public protocol Transaction: ~Copyable {
    /// LMDB's handle; valid while the transaction is.
    @unsafe var handle: OpaquePointer { get }

    /// The environment this is a transaction of.
    var environment: ObjectIdentifier { get }
}
