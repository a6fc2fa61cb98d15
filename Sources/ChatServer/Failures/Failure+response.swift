internal import ChatModel
internal import ChatXML
internal import Hummingbird

extension Failure {
    /// `<failure code="…">sentence</failure>`.
    var body: [UInt8] { Answer.failure(Refusal(Refusal.Code(rawValue: code), sentence)).xml }

    var response: Response { .xml(body, status: status, headers: headers) }
}
