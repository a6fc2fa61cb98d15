import Testing

@testable import ChatServer

@Suite("A form")
struct FormTests {
    private func pairs(_ form: String) -> [[String]] {
        URLEncodedForm.pairs(in: form.utf8).map { [$0.name, $0.value].map { String(decoding: $0, as: UTF8.self) } }
    }

    @Test(
        "is decoded as PHP decodes it",
        arguments: [
            ("a=1&b=2", [["a", "1"], ["b", "2"]]), ("a=1=2", [["a", "1=2"]]), ("a", [["a", ""]]), ("a=", [["a", ""]]),
            ("=b", [["", "b"]]), ("", []), ("&&", []), ("a=1&&b=2&", [["a", "1"], ["b", "2"]]),
            ("a=1+1", [["a", "1 1"]]), ("a=%2B%26%3d", [["a", "+&="]]), ("a=100%", [["a", "100%"]]),
            ("a=100% sure", [["a", "100% sure"]]), ("a=%4", [["a", "%4"]]), ("a=%zz%41%", [["a", "%zzA%"]]),
            ("a=%%41", [["a", "%A"]]), ("%61=x", [["a", "x"]]), ("a=é", [["a", "é"]]), ("a=1;b=2", [["a", "1;b=2"]]),
        ])
    func decoding(form: String, expected: [[String]]) {
        #expect(pairs(form) == expected)
    }

    @Test("holds any byte")
    func bytes() {
        #expect(URLEncodedForm.decode("%00%ff%80".utf8) == [0, 0xff, 0x80])
    }

    @Test("has names that may begin with spaces, as in PHP")
    func names() throws {
        var parameters = Parameters()
        parameters.add(URLEncodedForm.pairs(in: "+user=a& message=b&user =c".utf8))
        #expect(try parameters.text(.user) == "a")
        #expect(try parameters.text(.message) == "b")
    }

    // MARK: Multipart

    private func parts(_ body: String, boundary: String = "x") throws(Failure) -> [[String]] {
        try MultipartForm(boundary: Array(boundary.utf8)).pairs(in: Array(body.utf8))
            .map { [$0.name, $0.value].map { String(decoding: $0, as: UTF8.self) } }
    }

    private func part(_ disposition: String, _ value: String) -> String {
        "--x\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(value)\r\n"
    }

    @Test(
        "of parts has names quoted or not, in any order and case",
        arguments: [
            "name=\"a\"", "name=a", "NAME=\"a\"", "x=\"name=z\"; name=\"a\"", "name=\"\\a\"", "name = \"a\"",
            "name=\"a\"; name=\"b\"",
        ])
    func dispositions(disposition: String) throws {
        #expect(try parts(part(disposition, "v") + "--x--") == [["a", "v"]])
    }

    @Test("of parts keeps what lies between the boundaries, to the byte")
    func values() throws {
        let values = ["", "\r\n", "\r\n--xy", "\n--x\n", "--", "a\r\n--\r\nb", "\r", "\r\n\r\n"]
        for value in values {
            let body = part("name=\"a\"", value) + part("name=\"b\"", "w") + "--x--\r\n"
            #expect(try parts(body) == [["a", value], ["b", "w"]], "\(value.debugDescription)")
        }
    }

    @Test("of parts leaves out files, parts without names and what stands around the parts")
    func leftOut() throws {
        let body =
            "preamble\r\n" + part("name=\"f\"; filename=\"x.txt\"", "file")
            + part("name=\"g\"; filename*=utf-8''x", "file")
            + part("other=\"a\"", "nameless") + "--x\r\n\r\nno header\r\n" + part("name=\"a\"", "v")
            + "--x-- \r\nepilogue\r\n--x\r\n"
        #expect(try parts(body) == [["a", "v"]])
    }

    @Test("of parts may have blanks behind a boundary, and parts with nothing in them")
    func transportPadding() throws {
        #expect(try parts("--x \t\r\n--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--x--") == [["a", ""]])
    }

    @Test(
        "of parts is refused where it is cut off",
        arguments: [
            "", "--x", "--x\r\n", "--y--", "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nv",
            "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nv\r\n--x", "x--x--",
        ])
    func cutOff(body: String) {
        #expect(throws: Failure.badMultipart) { try parts(body) }
    }

    @Test("of too many parts is refused")
    func partLimit() throws {
        let one = part("name=\"a\"", "v")
        #expect(
            try parts(String(repeating: one, count: RequestLimits.formParts) + "--x--").count == RequestLimits.formParts
        )
        #expect(throws: Failure.badMultipart) {
            try parts(String(repeating: one, count: RequestLimits.formParts + 1) + "--x--")
        }
    }

    @Test("of parts needs a boundary of 1 to 70 bytes")
    func boundaries() throws {
        _ = try MultipartForm(boundary: Array(repeating: 0x61, count: 70))
        #expect(throws: Failure.badMultipart) { try MultipartForm(boundary: nil) }
        #expect(throws: Failure.badMultipart) { try MultipartForm(boundary: []) }
        #expect(throws: Failure.badMultipart) { try MultipartForm(boundary: Array(repeating: 0x61, count: 71)) }
    }
}
