internal import Hummingbird
internal import NIOCore

/// What a route knows of a request besides the request itself.
struct ClientContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request came.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
