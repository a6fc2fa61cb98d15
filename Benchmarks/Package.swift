// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1")
    ],
    targets: [
        .executableTarget(
            name: "bare", dependencies: ["CTrees", .product(name: "Hummingbird", package: "hummingbird")]),
        .target(name: "CTrees", linkerSettings: [.linkedLibrary("lmdb")]),
        .executableTarget(name: "trees", dependencies: ["CTrees"]),
        .executableTarget(name: "waiters"),
    ]
)
