package dev.csmem.bench;

import dev.csmem.CsMem;
import dev.csmem.MemoryException;
import dev.csmem.ScreenInput;
import dev.csmem.Snapshot;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One call with a whole screen, beside the cheapest call there is and beside the same screen as a dump. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CallBench {
    /** Nodes on the screen. */
    @Param({"246"})
    public int nodes;

    private ScreenInput asNodes;
    private ScreenInput asDump;

    /** Draws the screen once. */
    @Setup
    public void draw() {
        ScreenInput.Nodes screen = LongList.nodes(nodes);
        asNodes = screen;
        asDump = LongList.dump(screen);
    }

    /** A call without arguments that answers with a short string. */
    @Benchmark
    public String empty() {
        return CsMem.libraryVersion();
    }

    /** The node list there and back. */
    @Benchmark
    public Snapshot nodes() throws MemoryException {
        return CsMem.readSnapshot(asNodes);
    }

    /** The dump there, parsed, and the node list back. */
    @Benchmark
    public Snapshot dump() throws MemoryException {
        return CsMem.readSnapshot(asDump);
    }
}
