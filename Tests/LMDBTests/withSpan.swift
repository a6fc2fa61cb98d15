/// Gives an array's bytes to a decoder, as a table does.
func withSpan<R>(_ bytes: [UInt8], _ body: (RawSpan) throws -> R) rethrows -> R {
    try unsafe body(bytes.span.bytes)
}
