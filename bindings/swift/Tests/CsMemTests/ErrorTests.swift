import XCTest

@testable import CsMem

final class ErrorTests: XCTestCase {
    func testAnErrorHasASentenceAndACode() {
        let error = MemoryError.Storage(message: "the database is busy: try again [store.busy]")
        XCTAssertEqual(error.code, "store.busy")
        XCTAssertEqual(error.sentence, "the database is busy: try again")
        XCTAssertEqual(error.localizedDescription, error.sentence)
    }

    func testMalformedInputIsAnErrorAndNotACrash() {
        XCTAssertThrowsError(try parseToolCall(call: "tap(")) { error in
            XCTAssertFalse((error as? MemoryError)?.code.isEmpty ?? true)
        }
    }
}
