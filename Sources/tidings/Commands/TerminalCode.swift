import Foundation

/// A QR code as text for a terminal: two rows of squares in one line.
struct TerminalCode {
    /// The lines, in black on white whatever the colours of the terminal are.
    let lines: [String]

    /// Shows the code if the standard output is a terminal.
    func show() {
        guard isatty(STDOUT_FILENO) == 1 else { return }
        for line in lines { StandardStreams.output(line) }
    }

    /// The white margin that a scanner needs, in squares.
    private static let margin = 4

    /// - Parameter rows: each with a 0 for each white square and a 1 for each black one.
    init(_ rows: [String]) {
        let width = (rows.first?.count ?? 0) + 2 * Self.margin
        let white = [Bool](repeating: false, count: width)
        let side = [Bool](repeating: false, count: Self.margin)
        var squares = [[Bool]](repeating: white, count: Self.margin)
        squares += rows.map { side + $0.map { $0 == "1" } + side }
        squares += [[Bool]](repeating: white, count: Self.margin)
        if squares.count % 2 == 1 { squares.append(white) }
        lines = stride(from: 0, to: squares.count, by: 2).map { row in
            let text = zip(squares[row], squares[row + 1]).map { upper, lower in
                switch (upper, lower) {
                case (false, false): " "
                case (true, false): "\u{2580}"
                case (false, true): "\u{2584}"
                case (true, true): "\u{2588}"
                }
            }
            // Colours 16 and 231 of 256 are black and white everywhere.
            return "\u{1b}[38;5;16;48;5;231m\(text.joined())\u{1b}[0m"
        }
    }
}
