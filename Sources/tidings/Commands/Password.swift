import ArgumentParser
import Foundation

/// `tidings password`: sets or removes the password of a running node.
struct Password: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set the password with which others read and write at the node that runs here.",
        discussion: """
            Asks for the password on a terminal, and reads the first line of the standard input otherwise. The sessions that began with \
            the former password end. While there is a password, the programs of this machine need it, too.
            """)

    @OptionGroup var node: RunningNodeOption

    @Flag(help: "Set the password with which a browser becomes the owner's, on this machine or at an https address.")
    var forOwner = false

    @Flag(help: "Remove the password.")
    var remove = false

    func run() async throws {
        let password = remove ? nil : try Self.password()
        _ = try await CommandFailure.report {
            try await node.socket.post(
                "password",
                [
                    ("role", forOwner ? "owner" : "user"), ("password", password), ("remove", remove ? "yes" : nil),
                ])
        }
        let whose = forOwner ? "The owner's password" : "The password"
        StandardStreams.error(remove ? "\(whose) is removed." : "\(whose) is set.")
    }

    private static func password() throws(ExitCode) -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try checked(readLine() ?? "") }
        guard isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure.wrongValue(
                "The standard error is not shown. Type the command without a redirection of it.")
        }
        let offered = words()
        let typed = try hidden("New password (at least \(leastCharacters) characters), or Enter for \"\(offered)\": ")
        guard !typed.isEmpty else { return offered }
        let password = try checked(typed)
        guard try hidden("The same again: ") == password else {
            throw CommandFailure.wrongValue("These were two different passwords. Nothing was changed.")
        }
        return password
    }

    private static let leastCharacters = 12

    private static func checked(_ password: String) throws(ExitCode) -> String {
        guard password.count >= leastCharacters else {
            throw CommandFailure.wrongValue(
                "A password has at least \(leastCharacters) characters. Nothing was changed.")
        }
        return password
    }

    /// Returns six random words of two syllables: 75 bits.
    private static func words() -> String {
        let (consonants, vowels) = (Array("bdfghjklmnprstvz"), Array("aeiou"))
        return (1...6).map { _ in
            (1...2).map { _ in "\(consonants.randomElement() ?? "b")\(vowels.randomElement() ?? "a")" }.joined()
        }.joined(separator: " ")
    }

    /// Reads a line from the terminal without showing it.
    ///
    /// - Throws: the exit status 64, after the sentence was printed, at the end of the input.
    private static func hidden(_ prompt: String) throws(ExitCode) -> String {
        FileHandle.standardError.write(Data(prompt.utf8))
        var shown = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &shown) == 0 else { return try line() }
        var hiding = shown
        hiding.c_lflag &= ~tcflag_t(ECHO)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hiding)
        defer {
            _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        return try line()
    }

    private static func line() throws(ExitCode) -> String {
        guard let line = readLine() else {
            throw CommandFailure.wrongValue("No password was typed. Nothing was changed.")
        }
        return line
    }
}
