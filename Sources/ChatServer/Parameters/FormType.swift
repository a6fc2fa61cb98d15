internal import HTTPTypes

/// The encoding of the body of a POST.
enum FormType {
    case urlEncoded
    case multipart(MultipartForm)

    /// Reads the type from Content-Type. Without that field, the body is URL-encoded: PHP clients of 2011 omitted it.
    ///
    /// - Throws: ``Failure`` with `unsupported-type` for another type or a compressed body, `bad-multipart` if the boundary
    ///   is missing.
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

/// A decoded name and value of a form. The bytes need not be UTF-8.
struct FormPair: Hashable {
    var name: [UInt8]
    var value: [UInt8]
}
