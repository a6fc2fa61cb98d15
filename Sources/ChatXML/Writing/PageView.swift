/// The kind of a page: the parameter `view` of `messages.php`.
public enum PageView: Hashable, Sendable {
    /// The page for a request without the parameter `view`: the bytes that the article's PHP prints for the 2011 client.
    case article
    /// For today's clients, with origin, stamp and digest: `view=chat`.
    case chat
    /// For peers, with all signed parts and the signature: `view=log`.
    case log
}
