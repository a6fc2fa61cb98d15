extension UInt8 {
    /// White space between markup (XML 1.0, section 2.3): space, tab, CR and LF.
    var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0d || self == 0x0a }
}
