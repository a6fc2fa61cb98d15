/// Which page of a log is meant: the parameter `view` of `messages.php`.
public enum PageView: Hashable, Sendable {
    /// What the article's PHP prints, for the 2011 client: no `view` at all.
    case article
    /// For today's clients: `view=chat`.
    case chat
    /// For peers, with what a signature is checked by: `view=log`.
    case log
}
