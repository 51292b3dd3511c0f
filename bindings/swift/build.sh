#!/usr/bin/env bash
# Lays the Swift package out in target/swift and builds it there; nothing generated is committed.
#
#   build.sh assemble      package, generated sources and header (after `make bindings`)
#   build.sh test          assemble, then the tests: on Linux with the shared library, on a Mac with the XCFramework
#   build.sh xcframework   on a Mac: static libraries for iOS, its simulator and macOS in one XCFramework, zipped
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
out="$root/target/swift"

assemble() {
    mkdir -p "$out"
    rm -rf "$out/Sources" "$out/Tests" "$out/CsMemFFI"
    cp -R "$root/bindings/swift/Package.swift" "$root/bindings/swift/Sources" "$root/bindings/swift/Tests" "$out/"
    cp "$root/target/bindings/swift/CsMem.swift" "$out/Sources/CsMem/"
    mkdir -p "$out/CsMemFFI"
    cp "$root/target/bindings/swift/CsMemFFI.h" "$out/CsMemFFI/"
    # Clang looks for this name; `link` is for Linux, where the library is a shared one.
    cat >"$out/CsMemFFI/module.modulemap" <<'MAP'
module CsMemFFI {
    header "CsMemFFI.h"
    link "cs_mem"
    export *
}
MAP
}

# A static library for one target; Cargo.toml leaves it out so that no other build pays for it.
static_library() {
    rustup target add "$1" >/dev/null
    cargo rustc --manifest-path "$root/Cargo.toml" --package cs-mem --lib --release --crate-type staticlib --target "$1"
}

xcframework() {
    assemble
    local headers="$out/headers" libraries="$out/libraries"
    rm -rf "$headers" "$libraries" "$out/CsMemFFI.xcframework"
    mkdir -p "$headers" "$libraries/ios" "$libraries/simulator" "$libraries/macos"
    cp "$out/CsMemFFI/CsMemFFI.h" "$headers/"
    sed '/link "cs_mem"/d' "$out/CsMemFFI/module.modulemap" >"$headers/module.modulemap"
    rm -rf "$out/CsMemFFI"

    for target in aarch64-apple-ios aarch64-apple-ios-sim x86_64-apple-ios aarch64-apple-darwin x86_64-apple-darwin; do
        static_library "$target"
    done
    built() { echo "$root/target/$1/release/libcs_mem.a"; }
    cp "$(built aarch64-apple-ios)" "$libraries/ios/"
    lipo -create "$(built aarch64-apple-ios-sim)" "$(built x86_64-apple-ios)" -output "$libraries/simulator/libcs_mem.a"
    lipo -create "$(built aarch64-apple-darwin)" "$(built x86_64-apple-darwin)" -output "$libraries/macos/libcs_mem.a"

    xcodebuild -create-xcframework \
        -library "$libraries/ios/libcs_mem.a" -headers "$headers" \
        -library "$libraries/simulator/libcs_mem.a" -headers "$headers" \
        -library "$libraries/macos/libcs_mem.a" -headers "$headers" \
        -output "$out/CsMemFFI.xcframework"
    mkdir -p "$root/target/dist"
    (cd "$out" && ditto -c -k --keepParent CsMemFFI.xcframework "$root/target/dist/CsMemFFI.xcframework.zip")
    swift package compute-checksum "$root/target/dist/CsMemFFI.xcframework.zip"
}

case "${1:-}" in
assemble) assemble ;;
xcframework) xcframework ;;
test)
    if [ "$(uname -s)" = Darwin ]; then
        xcframework
        swift test --package-path "$out"
    else
        assemble
        LD_LIBRARY_PATH="$root/target/debug" swift test --package-path "$out" -Xlinker -L"$root/target/debug"
    fi
    ;;
*)
    sed -n '2,6s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
