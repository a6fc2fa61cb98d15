internal import HTTPTypes

/// How the body of a POST is written.
enum FormType {
    case urlEncoded
    case multipart(MultipartForm)

    /// An absent Content-Type is a form: PHP clients of 2011 left it out.
    ///
    /// - Throws: ``Failure`` with `unsupported-type` for any other type and for a compressed body, `bad-multipart` for
    ///   one without a boundary.
    init(of headers: HTTPFields) throws(Failure) {
        guard (headers[.contentEncoding] ?? "identity").lowercased() == "identity" else { throw .unsupportedType }
        let type = HeaderValue((headers[.contentType] ?? "").utf8)
        switch type.value {
        case "", "application/x-www-form-urlencoded": self = .urlEncoded
        case "multipart/form-data": self = .multipart(try MultipartForm(boundary: type["boundary"]))
        default: throw .unsupportedType
        }
    }

    /// - Throws: ``Failure`` with `bad-multipart`.
    func pairs(in body: [UInt8]) throws(Failure) -> [FormPair] {
        switch self {
        case .urlEncoded: URLEncodedForm.pairs(in: body)
        case .multipart(let form): try form.pairs(in: body)
        }
    }
}

/// A name and a value of a form, decoded: bytes, which may or may not be UTF-8.
struct FormPair: Hashable {
    var name: [UInt8]
    var value: [UInt8]
}
