import Foundation

/// What the generator cannot give to events: an `AsyncStream`.
extension MemoryEngine {
    /// What happens in the memory, as it happens. Each stream has its own listener, which goes when the stream ends.
    ///
    /// The library never waits for a reader: one that falls more than `capacity` events behind loses the oldest.
    public func events(capacity: Int = 256) -> AsyncStream<MemoryEvent> {
        AsyncStream(bufferingPolicy: .bufferingNewest(capacity)) { continuation in
            let id = addListener(listener: StreamListener(continuation))
            continuation.onTermination = { [weak self] _ in _ = self?.removeListener(id: id) }
        }
    }
}

private final class StreamListener: EventListener, @unchecked Sendable {
    private let continuation: AsyncStream<MemoryEvent>.Continuation

    init(_ continuation: AsyncStream<MemoryEvent>.Continuation) {
        self.continuation = continuation
    }

    func onEvent(event: MemoryEvent) throws {
        continuation.yield(event)
    }
}
