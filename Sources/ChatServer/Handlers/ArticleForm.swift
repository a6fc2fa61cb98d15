internal import Hummingbird

/// The 2011 article's page: a form to write with.
enum ArticleForm {
    /// The charset of the answer is what makes browsers send the form as UTF-8.
    static let page = """
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

    @Sendable static func show(_ request: Request, _ context: ClientContext) -> Response {
        .html(page)
    }
}
