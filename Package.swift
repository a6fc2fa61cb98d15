// swift-tools-version: 6.2

import PackageDescription

// Applied to every Swift target: one list decides what the compiler must prove.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioExtras = Target.Dependency.product(name: "NIOExtras", package: "swift-nio-extras")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let nioHTTPCompression = Target.Dependency.product(name: "NIOHTTPCompression", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let memoryLogging = Target.Dependency.product(name: "InMemoryLogging", package: "swift-log")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "tidings",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "tidings", targets: ["tidings"]),
        .library(name: "ChatClient", targets: ["ChatClient"]),
    ],
    // Exact versions: what is built was tested. Package.resolved is not committed, so the packages that these depend on may
    // still change within their major versions.
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CLMDB",
            pkgConfig: "lmdb",
            providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]
        ),
        .systemLibrary(
            name: "CXXHash",
            pkgConfig: "libxxhash",
            providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]
        ),
        .systemLibrary(
            name: "CSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
        ),
        .systemLibrary(
            name: "CQREncode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]
        ),
        .systemLibrary(name: "CMalloc"),
        .target(name: "LMDB", dependencies: ["CLMDB"]),
        // In C, because a Swift source cannot know the date of its compilation.
        .target(name: "CBuildDate"),
        .target(name: "ChatModel", dependencies: ["CSodium", crypto]),
        .target(name: "ChatXML", dependencies: ["ChatModel"]),
        .target(name: "ChatStore", dependencies: ["ChatModel", "LMDB", "CXXHash", crypto, systemPackage]),
        .target(name: "ChatExchange", dependencies: ["ChatModel", "ChatXML", "ChatStore"]),
        .target(
            name: "ChatReplication", dependencies: ["ChatModel", "ChatStore", "ChatExchange", lifecycle, logging]),
        .target(name: "ChatClient", dependencies: ["ChatModel", "ChatXML", httpClient, nioCore, nioHTTP1, nioPosix]),
        .target(
            name: "ChatLink",
            dependencies: [
                "ChatModel", "ChatClient", asn1, crypto, nioCore, nioHTTP1, nioHTTPCompression, nioPosix, nioSSL,
                nioTLS, x509,
            ]),
        .target(
            name: "ChatServer",
            dependencies: [
                "CSodium", "ChatModel", "ChatXML", "ChatStore", "ChatExchange", "ChatLink", crypto, hummingbird,
                hummingbirdCore, httpTypes, nioCore, nioEmbedded, nioExtras, nioHTTP1, nioHTTPCompression, nioPosix,
                lifecycle, logging,
            ],
            resources: [.copy("Web")]
        ),
        .target(
            name: "ChatGroup",
            dependencies: [
                "CQREncode", "ChatModel", "ChatXML", "ChatStore", "ChatExchange", "ChatReplication", "ChatClient",
                "ChatLink", "ChatServer", lifecycle, logging, nioCore,
            ]),
        .executableTarget(
            name: "tidings",
            dependencies: [
                "CBuildDate", "CMalloc", "ChatModel", "ChatXML", "ChatStore", "ChatExchange", "ChatReplication",
                "ChatClient", "ChatLink", "ChatServer", "ChatGroup",
                httpClient, lifecycle, unixSignals, logging, argumentParser, nioCore, nioHTTP1,
            ]
        ),
        .target(
            name: "TestSupport", dependencies: ["ChatModel", "ChatXML", "ChatStore", "LMDB"], path: "Tests/TestSupport"),
        .target(
            name: "LinkTestSupport", dependencies: ["ChatLink", "ChatModel", crypto, nioCore, nioSSL],
            path: "Tests/LinkTestSupport"),
        .target(
            name: "Simulator",
            dependencies: [
                "ChatModel", "ChatXML", "ChatStore", "ChatExchange", "ChatReplication", "TestSupport", crypto, heap,
            ],
            path: "Tests/Simulator"),
        .executableTarget(name: "simulate", dependencies: ["Simulator", argumentParser], path: "Tests/simulate"),
        // In C, because the functions have to have the names of the C library's.
        .target(name: "CAllocations", path: "Tests/CAllocations"),
        .executableTarget(
            name: "measure",
            dependencies: [
                "CAllocations", "ChatModel", "ChatXML", "ChatStore", "ChatExchange", "TestSupport", crypto,
                argumentParser,
            ],
            path: "Tests/measure", exclude: ["costs.json"]),
        .testTarget(name: "MeasureTests", dependencies: ["measure"]),
        .testTarget(name: "SimulatorTests", dependencies: ["Simulator"]),
        .testTarget(name: "LMDBTests", dependencies: ["LMDB", "TestSupport"]),
        .testTarget(name: "ChatModelTests", dependencies: ["ChatModel", "TestSupport", crypto]),
        .testTarget(name: "ChatXMLTests", dependencies: ["ChatXML", "ChatModel", "TestSupport"]),
        .testTarget(name: "ChatStoreTests", dependencies: ["ChatStore", "ChatModel", "LMDB", "TestSupport"]),
        .testTarget(
            name: "ChatExchangeTests",
            dependencies: ["ChatExchange", "ChatStore", "ChatXML", "ChatModel", "TestSupport"]),
        .testTarget(
            name: "ChatReplicationTests",
            dependencies: [
                "ChatReplication", "ChatExchange", "ChatStore", "ChatXML", "ChatModel", "TestSupport", logging,
            ]),
        .testTarget(
            name: "ChatServerTests",
            dependencies: [
                "ChatServer", "ChatClient", "ChatExchange", "ChatLink", "ChatModel", "ChatStore", "ChatXML",
                "LinkTestSupport", "TestSupport", hummingbird, hummingbirdTesting, httpTypes, memoryLogging, lifecycle,
                logging, nioCore, nioPosix, nioSSL, nioTLS, subprocess,
            ]),
        .testTarget(
            name: "ChatLinkTests",
            dependencies: [
                "ChatLink", "ChatClient", "ChatModel", "LinkTestSupport", "TestSupport", nioCore, nioEmbedded, nioHTTP1,
                nioHTTPCompression, nioPosix, nioSSL, nioTLS,
            ]),
        .testTarget(
            name: "ChatGroupTests",
            dependencies: [
                "ChatExchange", "ChatGroup", "ChatLink", "ChatModel", "ChatStore", "TestSupport", logging,
                memoryLogging, nioCore,
            ]),
        .testTarget(
            name: "NodeTests",
            dependencies: [
                "tidings", "ChatClient", "ChatGroup", "ChatLink", "ChatModel", "ChatReplication", "ChatServer",
                "ChatStore",
                "ChatXML", "LMDB", "TestSupport", httpClient, logging, memoryLogging, nioCore, nioHTTP1, nioPosix,
                subprocess, systemPackage,
            ]),
        .testTarget(
            name: "ChatClientTests",
            dependencies: ["ChatClient", "ChatModel", "ChatXML", "TestSupport", httpClient, nioCore, nioPosix]),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = settings
    // The compiler then specializes the generic code of one module, such as that of tables, for the types of another.
    // docs/decisions/2026-11-23-optimize-across-modules.md has the measured gain. Not for the targets of the library:
    // SwiftPM refuses unsafe flags in a package that another one depends on.
    if !["ChatModel", "ChatXML", "ChatClient"].contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)))
    }
}
