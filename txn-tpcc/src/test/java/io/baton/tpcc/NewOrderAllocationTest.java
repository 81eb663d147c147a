package io.baton.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.baton.engine.Engine;
import io.baton.engine.Session;
import io.baton.workload.TransactionEnd;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A new order leaves little garbage: its arguments and its result, and next to nothing within the engine. */
@Timeout(60)
final class NewOrderAllocationTest {

    private static final int WARM_UP = 30_000;
    private static final int MEASURED = 6_000;
    private static final long BYTES_MAX = 1_024;
    /** How long to measure again: nobody knows when the compiler has come to everything. */
    private static final long LIMIT_NANOS = 20_000_000_000L;

    @Test
    void newOrderAllocatesAtMostAKilobyte() {
        try (Engine engine = Tpcc.addTables(Engine.builder(), 1, 100_000).clients(1).open()) {
            final Tpcc tpcc = new Tpcc(engine, new TpccConfig(1, 6, false));
            tpcc.load(rows -> {});
            try (Session session = engine.session()) {
                final TpccTerminal terminal = tpcc.terminal(session, 0);
                run(terminal, WARM_UP);
                final long limit = System.nanoTime() + LIMIT_NANOS;
                long bytes;
                do {
                    bytes = run(terminal, MEASURED) / MEASURED;
                } while (bytes > BYTES_MAX && System.nanoTime() - limit < 0);
                assertThat(bytes).isBetween(1L, BYTES_MAX);
            }
        }
    }

    /** Draws and runs so many new orders, and returns how many bytes that took. */
    private static long run(TpccTerminal terminal, int newOrders) {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = 0;
        for (int i = 0; i < newOrders; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            while (terminal.next() != TransactionType.NEW_ORDER) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            if (terminal.execute() == TransactionEnd.FAILED) {
                throw new AssertionError(terminal.lastFailure());
            }
            bytes += threads.getCurrentThreadAllocatedBytes() - before;
        }
        return bytes;
    }
}
