internal import Hummingbird

/// The handler of `test.html`: the 2011 article's form for posting a message.
enum ArticleForm {
    /// Browsers send the form as UTF-8 because the answer's Content-Type names that charset.
    static let webPage = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Tidings</title>
        </head>
        <body>
        <form action="add.php" method="POST">
        <p><label>User <input name="user" required></label></p>
        <p><label>Message <textarea name="message" rows="4" cols="60" required></textarea></label></p>
        <p><input type="submit" value="Send"></p>
        </form>
        </body>
        </html>

        """

    @Sendable static func handle(_ request: Request, _ context: ConnectionContext) -> Response {
        .html(webPage)
    }
}
