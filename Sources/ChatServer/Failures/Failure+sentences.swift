internal import ChatModel
internal import HTTPTypes

// The sentences tell a client, which may be on another machine, what to do. They contain no path and no flag: those are
// for the node's owner.

// MARK: - The form of a request

extension Failure {
    static let badRequest = Failure(.badRequest, .badRequest, "This is not an HTTP/1.1 request. Check the client.")

    static let unknownVersion = Failure(
        .httpVersionNotSupported, .unknownVersion, "This node supports HTTP/1.1 and HTTP/1.0 only.")

    static let requestTimeout = Failure(
        .requestTimeout, .requestTimeout, "The request did not arrive in time. Send it again.")

    static let addressTooLong = Failure(
        .uriTooLong, .addressTooLong,
        "The address has more than \(RequestLimits.uriBytes) bytes. Send the text in the body of a POST.")

    static let headerTooLarge = Failure(
        .requestHeaderFieldsTooLarge, .headerTooLarge,
        "A request may have at most \(RequestLimits.headerFields) header fields, with \(RequestLimits.headerBytes) bytes "
            + "in total.")

    static let bodyTooLarge = Failure(
        .contentTooLarge, .bodyTooLarge,
        "The body of a request may have at most \(RequestLimits.bodyBytes) bytes, of a request at the port for peers "
            + "\(RequestLimits.nodeFormBytes). Shorten the message.")

    static let tooManyRequests = Failure(
        .serviceUnavailable, .busy,
        "The client sent more than \(RequestLimits.pipelinedRequests) requests without waiting for an answer. Send this "
            + "request again on a new connection.")

    static let tooMuch = Failure(
        .serviceUnavailable, .busy,
        "You have sent or requested more than this node allows. Send the request again later.")

    static let badHost = Failure(
        .badRequest, .badHost, "An HTTP/1.1 request must have exactly one header field Host.")

    static let unknownCoding = Failure(
        .notImplemented, .unknownCoding,
        "This node supports no Transfer-Encoding except chunked. Send the body as it is, or chunked.")

    static let badAddress = Failure(
        .badRequest, .badAddress, "The address contains illegal characters. Send it as UTF-8, percent-encoded.")

    static let unsupportedType = Failure(
        .unsupportedMediaType, .unsupportedType,
        "The body must be an uncompressed form: application/x-www-form-urlencoded or multipart/form-data.")

    static let badMultipart = Failure(
        .badRequest, .badMultipart,
        "The body is not the multipart/form-data that its Content-Type announces, or it has more than "
            + "\(RequestLimits.formParts) parts.")
}

// MARK: - Requests that do not reach a handler

extension Failure {
    static let notFound = Failure(
        .notFound, .notFound,
        "Nothing exists at this path. The web client is at /, the messages are at messages.php, and add.php takes new "
            + "messages.")

    static func methodNotAllowed(_ allowed: [HTTPRequest.Method]) -> Failure {
        let methods = allowed.map(\.rawValue).joined(separator: ", ")
        return Failure(
            .methodNotAllowed, .methodNotAllowed, "This path supports only \(methods).", headers: [.allow: methods])
    }

    static let foreignHost = Failure(
        .misdirectedRequest, .foreignHost,
        "This node does not answer to the host name in the address. Use localhost on the node's own machine and the node's "
            + "IP address on another, or ask the node's owner to allow the name (--allow-host).")

    static let foreignOrigin = Failure(
        .forbidden, .foreignOrigin,
        "A web page of another site made this request, and the node refused it. Use the node's own web page or a "
            + "program. If this is the node's own page behind a proxy, its owner starts the node with --public-url and the "
            + "address of the page.")

    static let onlyTheLog = Failure(
        .notFound, .notFound,
        "This port is for peers. They request messages.php?view=log and hand pages over. Clients use another port of the "
            + "node.")

    static let internalError = Failure(
        .internalServerError, .internalError,
        "The node failed unexpectedly. The reason is in the node's log; tell the node's owner.")
}

// MARK: - Parameters

extension Failure {
    /// - Parameter expected: The end of the sentence "The parameter x must be …".
    package static func badParameter(_ name: ParameterName, _ expected: String) -> Failure {
        Failure(.badRequest, .badParameter, "The parameter \(name.rawValue) must be \(expected).")
    }

    /// Log pages do not have the parameter.
    static func notInLogPages(_ name: ParameterName) -> Failure {
        Failure(
            .badRequest, .badParameter, "The parameter \(name.rawValue) cannot be sent with view=log. Leave it out.")
    }

    /// Two parameters exclude each other.
    static func excluded(_ name: ParameterName, by other: ParameterName) -> Failure {
        Failure(
            .badRequest, .badParameter,
            "The parameters \(name.rawValue) and \(other.rawValue) exclude each other. Send only one of them.")
    }

    /// A parameter was sent without another that it needs.
    static func alone(_ name: ParameterName, _ value: String, without other: String) -> Failure {
        Failure(
            .badRequest, .badParameter,
            "The parameter \(name.rawValue)=\(value) needs \(other). Send both, or neither.")
    }

    static func notUTF8(_ name: ParameterName) -> Failure {
        Failure(.badRequest, .notUTF8, "The parameter \(name.rawValue) is not valid UTF-8. Send it as UTF-8.")
    }
}

// MARK: - Links

extension Failure {
    /// - Parameter key: the key that the requester has proven.
    static func notPaired(_ key: PublicKey?) -> Failure {
        Failure(
            .forbidden, .notPaired,
            "This node does not know the key \(key.map { "\($0)" } ?? "of the requester"), so it gives out no messages. Ask the "
                + "node's owner for an invitation, or to name your node as a peer.",
            headers: [.connection: "close"])
    }

    static let peerRemoved = Failure(
        .forbidden, .peerRemoved,
        "Your node was removed from the peers of this node, or from the group, so this node gives out no messages.",
        headers: [.connection: "close"])

    static let peerPaused = Failure(
        .forbidden, .peerPaused,
        "The owner of this node has paused your node, or has still to confirm it after a restore. Ask the owner.",
        headers: [.connection: "close"])

    /// - Parameter command: the command with which the owner opens a web page of the owner; nil for a client that is not to know
    ///   the paths in it.
    static func notOwner(command: String?) -> Failure {
        Failure(
            .forbidden, .notOwner,
            command.map {
                "Only the owner of this node may do this. Type this command on its machine, and open the address that it "
                    + "prints:\n\($0)"
            } ?? """
                Only the owner of this node may do this. The owner types tidings open on its machine, and opens the address \
                that it prints.
                """)
    }

    static let notUser = Failure(
        .forbidden, .notUser,
        "This node is for programs that its own user runs on its machine, and they reach it without a proxy. Its owner can set a "
            + "password with tidings password, or start it with --owner and the name of another user of the machine, or with --open: "
            + "then everyone who reaches it may read and write.")

    /// - Parameter isProgram: whether a program has sent the request. It may send the password of HTTP Basic. A browser that got the status
    ///   401 would forget the password of a proxy.
    static func passwordNeeded(ofProgram isProgram: Bool) -> Failure {
        Failure(
            isProgram ? .unauthorized : .forbidden, .passwordNeeded,
            "This node needs a password. Open its page in a browser and enter it there, or send it by HTTP Basic with any name. Its "
                + "owner sets it with tidings password.",
            headers: isProgram ? [.wwwAuthenticate: "Basic realm=\"Tidings\", charset=\"UTF-8\""] : [:])
    }

    static let keyEnded = Failure(
        .forbidden, .passwordNeeded,
        "The key in this address has ended, or was never one of this node. Its owner makes another one with tidings sessions --add."
    )

    static let sessionNeeded = Failure(
        .forbidden, .sessionNeeded,
        "This address is for phones that the node's owner has added, and neither a code nor a session of such a phone is valid here. Ask "
            + "the owner for a new code: with tidings open --phone, or in the page under Phones."
    )

    static let wrongPassword = Failure(
        .forbidden, .wrongPassword, "This is not the password. Ask the owner of the node for it, and enter it again.")

    static let passwordInFile = Failure(
        .conflict, .passwordInFile,
        "The node has its password from --password-file. Change the file, and start the node again.")

    static let tooManyPasswords = Failure(
        .tooManyRequests, .tooManyPasswords,
        "This node compares the passwords of others, or one of yours, at the moment. Try again in a second.")

    static let noOwnersAddress = Failure(
        .conflict, .noOwnersAddress,
        "This node has no address at which a browser can be the owner's. Start it with --listen 127.0.0.1:8080, or with "
            + "--public-url and the https address of its proxy.")

    static let notAtOwnersAddress = Failure(
        .conflict, .noOwnersAddress,
        "No browser can be the owner's at this address, which a proxy or another machine has used. The owner opens the page on "
            + "the node's machine without a proxy, or starts the node with --public-url and the https address of its proxy."
    )

    static let peersNotChanged = Failure(
        .insufficientStorage, .diskFull,
        "The node's disk or store is full, so its peers were not changed. Make room and try again.")

    static let foreignNode = Failure(
        .forbidden, .foreignNode,
        "The parameter node is not the key with which the link was opened. Send the node's own key, or leave it out.")

    static let pairingRequired = Failure(
        .forbidden, .pairingRequired,
        "This node gives its log to its peers over encrypted links only. Use the address of its port for peers, "
            + "tidings:KEY@HOST:PORT, and ask its owner for an invitation, or to name your node as a peer, too.")

    static let tlsRequired = Failure(
        .badRequest, .tlsRequired,
        "This port is for peers, which use TLS. Clients and browsers use the node's other port.")
}
