@testable import ChatServer

extension [WebFile] {
    /// A small web client.
    static let sample = [
        WebFile("sw.js", "const version = '{{version}}', files = '{{files}}'"),
        WebFile("main.js", "'{{version}}'"),
        WebFile("index.html", "<script src=\"web/{{version}}/main.js\"></script>{{version}}"),
        WebFile("owner.html", "{{version}}"),
        WebFile("manifest.webmanifest", "{\"icon\": \"web/{{version}}/icon.svg\"}"),
        WebFile("style.css", ""),
        WebFile("icon.svg", "<svg/>"),
        WebFile(name: "icon-192.png", bytes: [0x89, 0xff, 0x00]),
        WebFile("data.bin", "?"),
        WebFile("long.js", String(repeating: "tidings\n", count: 500)),
    ]
}

extension WebFile {
    init(_ name: String, _ text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }
}
