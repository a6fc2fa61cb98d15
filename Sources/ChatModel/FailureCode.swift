/// A word that names why a node refused something: the attribute `code` of `<failure>`, and the code of a bad message or of
/// an error of the store in logs.
///
/// ``allCases`` is the registry: every code that this version of a node sends, stores or logs. A reader accepts other
/// codes too, because a newer node may send them. Each comment begins with the HTTP status of the answer. "Page" marks
/// codes for messages in a peer's page, and "owner" marks codes for the owner of the node; no answer has these codes.
public struct FailureCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

// MARK: - A message's fields

extension FailureCode {
    /// 400: a field's name breaks the rules of ``FieldName``.
    public static let fieldName = Self("field-name")
    /// 400: a field has an empty value.
    public static let fieldEmpty = Self("field-empty")
    /// 400: a message has two fields of the same name.
    public static let fieldTwice = Self("field-twice")
    /// 400: a message has more than ``Limits/fieldCount`` fields.
    public static let tooManyFields = Self("too-many-fields")
    /// 400: a value is not valid UTF-8.
    public static let notUTF8 = Self("not-utf-8")
    /// 400: a value has a character that XML 1.0 cannot carry.
    public static let illegalCharacter = Self("illegal-character")
    /// 400: the field `user` is absent or empty.
    public static let userMissing = Self("user-missing")
    /// 400: a message has no field besides `user`, `room` and `device`.
    public static let contentMissing = Self("content-missing")
    /// 400: the user name has more than ``Limits/shortFieldScalars`` characters or ``Limits/shortFieldBytes`` bytes.
    public static let userTooLong = Self("user-too-long")
    /// 413: the text has more than ``Limits/textBytes`` bytes.
    public static let textTooLong = Self("text-too-long")
    /// 400: the room's name has more than ``Limits/shortFieldScalars`` characters or ``Limits/shortFieldBytes`` bytes.
    public static let roomTooLong = Self("room-too-long")
    /// 400: the node name has more than ``Limits/shortFieldScalars`` characters or ``Limits/shortFieldBytes`` bytes.
    public static let deviceTooLong = Self("device-too-long")
    /// 413: the names and values of the message have more than ``Limits/fieldBytes`` bytes together.
    public static let messageTooLarge = Self("message-too-large")
}

// MARK: - A message in a peer's page

extension FailureCode {
    /// Page: a public key is not a canonical encoding, or a point of small order.
    public static let badPublicKey = Self("bad-public-key")
    /// Page: a signature does not verify, or is not in canonical form.
    public static let badSignature = Self("bad-signature")
    /// Page: an attribute is missing, or its value is not of its type.
    public static let badValue = Self("bad-value")
    /// Page: a value is kept where the name demands an erasable one, or the other way round.
    public static let fieldKind = Self("field-kind")
    /// Page: a kept value has more than ``Limits/keptValueBytes`` bytes.
    public static let valueTooLong = Self("value-too-long")
    /// Page: a message has text between its fields, or a field has elements within it.
    public static let badMarkup = Self("bad-markup")
}

// MARK: - The form of a request

extension FailureCode {
    /// 400: the bytes are not an HTTP request.
    public static let badRequest = Self("bad-request")
    /// 400: the field Host is missing or repeated.
    public static let badHost = Self("bad-host")
    /// 400: an address has characters or escapes that it cannot have.
    public static let badAddress = Self("bad-address")
    /// 400: a parameter has an illegal value, or is combined with another that excludes it.
    public static let badParameter = Self("bad-parameter")
    /// 400: the post key is not 1 to 64 printable ASCII characters.
    public static let badPostKey = Self("bad-post-key")
    /// 400: the body is not multipart/form-data as its Content-Type announces.
    public static let badMultipart = Self("bad-multipart")
    /// 403: a web page of another site made the browser send this post.
    public static let foreignOrigin = Self("foreign-origin")
    /// 400: the bytes are not TLS, at the port for peers.
    public static let tlsRequired = Self("tls-required")
    /// 403: the node does not know the key of the requester.
    public static let notPaired = Self("not-paired")
    /// 403: the owner has removed the requester from the node's peers.
    public static let peerRemoved = Self("peer-removed")
    /// 403: the owner has paused the requester, or has still to confirm it after a restore.
    public static let peerPaused = Self("peer-paused")
    /// 403: a request over a link names another node than the link's.
    public static let foreignNode = Self("foreign-node")
    /// 403: the node gives its log out over links only.
    public static let pairingRequired = Self("pairing-required")
    /// 404: nothing is served at this path.
    public static let notFound = Self("not-found")
    /// 405: the path does not serve this method; the field Allow lists the methods.
    public static let methodNotAllowed = Self("method-not-allowed")
    /// 408: the request was not complete in time.
    public static let requestTimeout = Self("request-timeout")
    /// 413: the body has more bytes than a node accepts.
    public static let bodyTooLarge = Self("body-too-large")
    /// 414: path and query have more bytes than a node accepts.
    public static let addressTooLong = Self("address-too-long")
    /// 415: the Content-Type is not one of the two form types.
    public static let unsupportedType = Self("unsupported-type")
    /// 421: the field Host names a host that is not this node.
    public static let foreignHost = Self("foreign-host")
    /// 431: the header has more fields or bytes than a node accepts.
    public static let headerTooLarge = Self("header-too-large")
    /// 501: the Transfer-Encoding is not supported.
    public static let unknownCoding = Self("unknown-coding")
    /// 505: the HTTP version is not supported.
    public static let unknownVersion = Self("unknown-version")
}

// MARK: - Pairing and administration

extension FailureCode {
    /// 403: what the node shows about itself does not make it a member of the group.
    public static let notIntroduced = Self("not-introduced")
    /// 400: the text is not an invitation.
    public static let badInvitation = Self("bad-invitation")
    /// 400: the invitation is this node's own.
    public static let ownInvitation = Self("own-invitation")
    /// 403: the node has not made this invitation, or has forgotten it.
    public static let invitationUnknown = Self("invitation-unknown")
    /// 403: the invitation is too old.
    public static let invitationExpired = Self("invitation-expired")
    /// 403: as many nodes as the invitation allows have joined with it.
    public static let invitationUsedUp = Self("invitation-used-up")
    /// 403: since the invitation was made, a peer was removed, or the inviting node was restored.
    public static let invitationVoid = Self("invitation-void")
    /// 409: the joining node is in another group.
    public static let otherGroup = Self("other-group")
    /// 409: the inviting node is in another group than its invitation.
    public static let inviterOtherGroup = Self("inviter-other-group")
    /// 409: the inviting node is no member of its group any more, or too deep below the founder to admit others.
    public static let notMember = Self("not-member")
    /// 409: the node has messages and no group, and was not told to carry them into the group.
    public static let messagesNotCarried = Self("messages-not-carried")
    /// 409: peers over plain HTTP would pull no more once the node has a group.
    public static let groupNotConfirmed = Self("group-not-confirmed")
    /// 409: the node has as many peers as it can have.
    public static let tooManyPeers = Self("too-many-peers")
    /// 409: as many invitations as a node can have are open.
    public static let tooManyInvitations = Self("too-many-invitations")
    /// 409: after a restore, a person has to confirm or remove the peers first.
    public static let peersUnconfirmed = Self("peers-unconfirmed")
    /// 409: the node does not listen for peers, and cannot begin to.
    public static let notListening = Self("not-listening")
    /// 404: no member of the group, and no peer by an invitation, has this key. Only a removed one is kept; all other changes need one
    /// that is not removed.
    public static let peerUnknown = Self("peer-unknown")
    /// 502: the inviting node cannot be reached, or its answer cannot be read.
    public static let inviterUnreachable = Self("inviter-unreachable")
    /// 502: the inviting node refuses for a reason that this version does not know.
    public static let inviterRefused = Self("inviter-refused")
    /// 409: the node is the only member of another group, and was not told to leave it.
    public static let onlyMember = Self("only-member")
    /// 503: the node joins another group at this moment, so it pairs with nobody.
    public static let joining = Self("joining")
    /// 409: the node has founded its group, is in none, or has left it, so it cannot leave.
    public static let cannotLeave = Self("cannot-leave")
    /// 403: only the node's owner may do this.
    public static let notOwner = Self("not-owner")
    /// 403: only users of the node may read and write.
    public static let notUser = Self("not-user")
    /// 401 or 403: only users may read and write, by a session or a password.
    public static let passwordNeeded = Self("password-needed")
    /// 403: only phones that the owner has added may read and write, by a session.
    public static let sessionNeeded = Self("session-needed")
    /// 403: the password is not that of the users, nor that of the owner where it counts.
    public static let wrongPassword = Self("wrong-password")
    /// 409: the users' password is that of a file.
    public static let passwordInFile = Self("password-in-file")
    /// 429: too many passwords wait to be compared.
    public static let tooManyPasswords = Self("too-many-passwords")
    /// 409: the node has no address at which a browser can be the owner's.
    public static let noOwnersAddress = Self("no-owners-address")
}

// MARK: - The store

extension FailureCode {
    /// 409: the post key was used for a message with other fields.
    public static let postKeyReused = Self("post-key-reused")
    /// 409: the node does not have the message to change.
    public static let targetUnknown = Self("target-unknown")
    /// 409: the message cannot be changed so: it is deleted, has no text, or is a change itself.
    public static let targetUnfit = Self("target-unfit")
    /// 403: only who has sent a message may change it: it was written at this node, and its post key proves it.
    public static let notAuthor = Self("not-author")
    /// 409: the log does not have the requested position: it is another log, or was restored from a backup.
    public static let cursorUnknown = Self("cursor-unknown")
    /// 503: too many requests at once; the same request can succeed later.
    public static let busy = Self("busy")
    /// 503: the node is stopping.
    public static let closed = Self("closed")
    /// 503: a commit failed halfway, so the message may or may not be stored.
    public static let outcomeUnknown = Self("outcome-unknown")
    /// 503: the store cannot be read or written; 500 if only the owner of the node can mend it.
    public static let storeUnavailable = Self("store-unavailable")
    /// 507: the disk is full.
    public static let diskFull = Self("disk-full")
    /// Not sent: the disk has too little free space for the messages of peers.
    public static let diskReserve = Self("disk-reserve")
    /// 507: the store has reached its maximum size.
    public static let storeFull = Self("store-full")
    /// 507: the log has used all ids below ``Limits/idCeiling``.
    public static let idsExhausted = Self("ids-exhausted")
    /// 500: the store is damaged: some of its bytes are not what was written.
    public static let storeDamaged = Self("store-damaged")
    /// 500: an unexpected error, which the node has logged.
    public static let internalError = Self("internal-error")
}

// MARK: - Opening a store

extension FailureCode {
    /// Owner: the store's folder cannot be opened, created, written or synchronized.
    public static let folderUnusable = Self("folder-unusable")
    /// Owner: another process uses the folder.
    public static let folderInUse = Self("folder-in-use")
    /// Owner: the folder has no store.
    public static let storeMissing = Self("store-missing")
    /// Owner: the folder has a store but no key file.
    public static let nodeKeyMissing = Self("node-key-missing")
    /// Owner: the key file cannot be read, or does not contain a private key.
    public static let nodeKeyUnreadable = Self("node-key-unreadable")
    /// Owner: the key file is that of another node than the one that wrote the store.
    public static let nodeKeyDiffers = Self("node-key-differs")
    /// Owner: another version of the program wrote the store.
    public static let schemaUnknown = Self("schema-unknown")
    /// Owner: the store's file was cut short.
    public static let storeTruncated = Self("store-truncated")
}
