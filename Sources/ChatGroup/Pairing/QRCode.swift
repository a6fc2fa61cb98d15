internal import CQREncode

/// A QR code, drawn by libqrencode.
struct QRCode {
    /// Each row has a 0 for each white square and a 1 for each black one, without a margin.
    let rows: [String]

    /// - Returns: nil if the text has more than 2,953 bytes, which is what a QR code can carry.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        // A screen is clean, so the lowest level of error correction will do, and gives the fewest squares.
        guard let code = unsafe QRcode_encodeData(CInt(bytes.count), bytes, 0, QR_ECLEVEL_L) else { return nil }
        defer { unsafe QRcode_free(code) }
        let width = Int(unsafe code.pointee.width)
        let squares = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width)
        rows = (0..<width).map { row in
            String((0..<width).map { unsafe squares[row * width + $0] & 1 == 1 ? "1" : "0" })
        }
    }
}
