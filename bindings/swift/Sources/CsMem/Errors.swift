import Foundation

/// What the generator cannot give to errors: a real sentence, and a stable code.
extension MemoryError: LocalizedError {
    /// What was wrong and what to do.
    public var errorDescription: String? { sentence }

    /// What was wrong and what to do.
    public var sentence: String {
        guard let bracket = text.lastIndex(of: "[") else { return text }
        return text[..<bracket].trimmingCharacters(in: .whitespaces)
    }

    /// The stable code, e.g. `store.busy`: for programs and support, never for users.
    public var code: String {
        guard let bracket = text.lastIndex(of: "["), text.hasSuffix("]") else { return "" }
        return String(text[text.index(after: bracket)...].dropLast())
    }

    private var text: String {
        switch self {
        case let .InvalidInput(message), let .Capture(message), let .NotFound(message), let .Conflict(message),
            let .Storage(message), let .StorageFull(message), let .NewerDatabase(message), let .Closed(message),
            let .Host(message), let .Internal(message):
            return message
        }
    }
}
