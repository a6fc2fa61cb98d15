internal import CSodium

/// A password as the node keeps it: a string of libsodium with the algorithm, the costs and the salt (Argon2id, RFC 9106).
struct PasswordHash: Hashable, Codable {
    let text: String

    /// Takes a tenth of a second and 64 MiB.
    ///
    /// - Returns: nil if the system has too little memory.
    init?(of password: [UInt8]) {
        guard Self.isLibraryReady else { return nil }
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let result = unsafe crypto_pwhash_str(
            &text, Self.characters(of: password), UInt64(password.count), UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE),
            Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))
        guard result == 0 else { return nil }
        self.text = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether this is the hash of a password. Takes as long as ``init(of:)``.
    func matches(_ password: [UInt8]) -> Bool {
        guard Self.isLibraryReady else { return false }
        return unsafe crypto_pwhash_str_verify(text, Self.characters(of: password), UInt64(password.count)) == 0
    }

    private static func characters(of password: [UInt8]) -> [CChar] { password.map { CChar(bitPattern: $0) } }

    private static let isLibraryReady = sodium_init() >= 0
}
