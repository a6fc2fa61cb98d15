import Testing

@testable import ChatServer

struct FormTests {
    private func pairs(_ form: String) -> [[String]] {
        URLEncodedForm.pairs(in: form.utf8).map { [$0.name, $0.value].map { String(decoding: $0, as: UTF8.self) } }
    }

    @Test(arguments: [
        ("a=1&b=2", [["a", "1"], ["b", "2"]]), ("a=1=2", [["a", "1=2"]]), ("a", [["a", ""]]), ("a=", [["a", ""]]),
        ("=b", [["", "b"]]), ("", []), ("&&", []), ("a=1&&b=2&", [["a", "1"], ["b", "2"]]),
        ("a=1+1", [["a", "1 1"]]), ("a=%2B%26%3d", [["a", "+&="]]), ("a=100%", [["a", "100%"]]),
        ("a=100% sure", [["a", "100% sure"]]), ("a=%4", [["a", "%4"]]), ("a=%zz%41%", [["a", "%zzA%"]]),
        ("a=%%41", [["a", "%A"]]), ("%61=x", [["a", "x"]]), ("a=é", [["a", "é"]]), ("a=1;b=2", [["a", "1;b=2"]]),
    ])
    func `a URL-encoded form is decoded as by PHP`(form: String, expected: [[String]]) {
        #expect(pairs(form) == expected)
    }

    @Test func `a value can contain any byte`() {
        #expect(URLEncodedForm.decode("%00%ff%80".utf8) == [0, 0xff, 0x80])
    }

    @Test func `spaces before a name are ignored, as by PHP`() throws {
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

    @Test(arguments: [
        "name=\"a\"", "name=a", "NAME=\"a\"", "x=\"name=z\"; name=\"a\"", "name=\"\\a\"", "name = \"a\"",
        "name=\"a\"; name=\"b\"",
    ])
    func `the name of a part is read with and without quotes, in any order and case`(disposition: String) throws {
        #expect(try parts(part(disposition, "v") + "--x--") == [["a", "v"]])
    }

    @Test func `the value of a part is kept byte for byte`() throws {
        let values = ["", "\r\n", "\r\n--xy", "\n--x\n", "--", "a\r\n--\r\nb", "\r", "\r\n\r\n"]
        for value in values {
            let body = part("name=\"a\"", value) + part("name=\"b\"", "w") + "--x--\r\n"
            #expect(try parts(body) == [["a", value], ["b", "w"]], "\(value.debugDescription)")
        }
    }

    @Test func `files, parts without names, and text around the parts are skipped`() throws {
        let body =
            "preamble\r\n" + part("name=\"f\"; filename=\"x.txt\"", "file")
            + part("name=\"g\"; filename*=utf-8''x", "file")
            + part("other=\"a\"", "nameless") + "--x\r\n\r\nno header\r\n" + part("name=\"a\"", "v")
            + "--x-- \r\nepilogue\r\n--x\r\n"
        #expect(try parts(body) == [["a", "v"]])
    }

    @Test func `a boundary may have trailing blanks, and a part may be empty`() throws {
        #expect(try parts("--x \t\r\n--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--x--") == [["a", ""]])
    }

    @Test(arguments: [
        "", "--x", "--x\r\n", "--y--", "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nv",
        "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nv\r\n--x", "x--x--",
    ])
    func `an incomplete multipart form is refused`(body: String) {
        #expect(throws: Failure.badMultipart) { try parts(body) }
    }

    @Test func `a multipart form with too many parts is refused`() throws {
        let one = part("name=\"a\"", "v")
        #expect(
            try parts(String(repeating: one, count: RequestLimits.formParts) + "--x--").count == RequestLimits.formParts
        )
        #expect(throws: Failure.badMultipart) {
            try parts(String(repeating: one, count: RequestLimits.formParts + 1) + "--x--")
        }
    }

    @Test func `a boundary must have 1 to 70 bytes`() throws {
        _ = try MultipartForm(boundary: Array(repeating: 0x61, count: 70))
        #expect(throws: Failure.badMultipart) { try MultipartForm(boundary: nil) }
        #expect(throws: Failure.badMultipart) { try MultipartForm(boundary: []) }
        #expect(throws: Failure.badMultipart) { try MultipartForm(boundary: Array(repeating: 0x61, count: 71)) }
    }
}
