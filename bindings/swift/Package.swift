// swift-tools-version: 5.9
// `build.sh assemble` lays this package out in target/swift, with the generated sources and the native library in place.

import PackageDescription

#if os(Linux)
// The C header and the library as built by cargo; `build.sh test` says where it is.
let native: Target = .systemLibrary(name: "CsMemFFI", path: "CsMemFFI")
#else
let native: Target = .binaryTarget(name: "CsMemFFI", path: "CsMemFFI.xcframework")
#endif

let package = Package(
    name: "CsMem",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "CsMem", targets: ["CsMem"])],
    targets: [
        native,
        .target(name: "CsMem", dependencies: ["CsMemFFI"]),
        .testTarget(name: "CsMemTests", dependencies: ["CsMem"]),
    ]
)
