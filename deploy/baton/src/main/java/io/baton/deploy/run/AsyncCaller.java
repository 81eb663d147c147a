package io.baton.deploy.run;

import io.baton.engine.Engine;
import io.baton.engine.observe.StackText;
import io.baton.workload.SessionTerminal;
import io.baton.workload.TransactionEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** One thread that keeps a call of each of its terminals in flight. */
final class AsyncCaller {

    private static final int FAILURES_MAX = 3;

    private final Engine engine;
    private final List<SessionTerminal<?>> terminals;
    private final NanoClock clock;
    /** Filled by the threads on which calls end. */
    private final BlockingQueue<Call> ended = new LinkedBlockingQueue<>();
    /** How long committed calls took; read by others once this thread has ended. */
    final LatencyHistogram latency = LatencyHistogram.sum(AsyncRun.LATENCY_MAX_NANOS, AsyncRun.DIGITS);
    final List<String> failures = new ArrayList<>();

    /** A call that has ended: how, or with what that should not be, and when. */
    private record Call(SessionTerminal<?> terminal, long beginNanos, long endNanos, @Nullable TransactionEnd end,
            @Nullable Throwable bug) {
    }

    AsyncCaller(Engine engine, List<SessionTerminal<?>> terminals, NanoClock clock) {
        this.engine = engine;
        this.terminals = terminals;
        this.clock = clock;
    }

    /** Makes calls until the window is over, and waits for those under way. */
    void run(Window window) {
        terminals.forEach(this::begin);
        int underWay = terminals.size();
        while (underWay > 0) {
            final Call call = await(window);
            record(call, window);
            if (window.open(call.endNanos)) {
                begin(call.terminal);
            } else {
                underWay--;
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What ends the call is in the queue, whatever it is.
    private void begin(SessionTerminal<?> terminal) {
        terminal.next();
        final long beginNanos = clock.nanoTime();
        terminal.executeAsync(engine).whenComplete(
            (end, bug) -> ended.add(new Call(terminal, beginNanos, clock.nanoTime(), end, bug)));
    }

    private Call await(Window window) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return ended.take();
                } catch (InterruptedException e) {
                    interrupted = true;
                    window.stop();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void record(Call call, Window window) {
        if (call.end == TransactionEnd.COMMITTED) {
            if (window.measures(call.endNanos)) {
                latency.record(call.endNanos - call.beginNanos);
            }
        } else if (call.end != TransactionEnd.ROLLED_BACK) {
            window.stop();
            if (failures.size() < FAILURES_MAX) {
                failures.add(call.bug == null ? call.terminal.lastFailure() : StackText.of(call.bug));
            }
        }
    }
}
