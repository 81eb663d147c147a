package io.baton.rival;

import io.baton.fabric.Endpoint;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** A rival's table on a fabric within the process, a look at its memory, and threads whose failures are not lost. */
public final class RivalStage implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int MEMORY_BYTES = 1024;

    public final InProcessFabric fabric;
    public final LockTable table;
    private final Endpoint eye;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    public RivalStage(Function<InProcessFabric, LockTable> table) {
        this(SystemNanoClock.INSTANCE, table);
    }

    public RivalStage(NanoClock clock, Function<InProcessFabric, LockTable> table) {
        this.fabric = new InProcessFabric(MEMORY_BYTES, clock, new WaitPolicy(0, 5));
        this.table = table.apply(fabric);
        this.eye = fabric.connect();
    }

    public LockClient client() {
        return table.client();
    }

    public long word(long address) {
        return eye.readWord(address);
    }

    public void write(long address, long value) {
        eye.writeWord(address, value);
    }

    public Endpoint eye() {
        return eye;
    }

    /** Lets others run until a word of the server's memory has a value. */
    public void awaitWord(long address, long value) {
        final long limit = System.nanoTime() + LIMIT.toNanos();
        while (word(address) != value) {
            throwFailure();
            if (System.nanoTime() - limit > 0) {
                throw new AssertionError("word " + address + " is 0x" + Long.toHexString(word(address))
                    + " and never became 0x" + Long.toHexString(value));
            }
            Thread.yield();
        }
    }

    public void start(Runnable body) {
        threads.add(Thread.ofVirtual().start(() -> {
            try {
                body.run();
            } catch (Throwable thrown) {
                failure.compareAndSet(null, thrown);
            }
        }));
    }

    /** Waits until all threads have ended. */
    public void join() {
        for (final Thread thread : threads) {
            try {
                if (!thread.join(LIMIT)) {
                    throwFailure();
                    throw new AssertionError("a client still waits after " + LIMIT);
                }
            } catch (InterruptedException interrupted) {
                throw new AssertionError("interrupted while clients were at work", interrupted);
            }
        }
        threads.clear();
        throwFailure();
    }

    private void throwFailure() {
        final Throwable thrown = failure.get();
        if (thrown != null) {
            throw new AssertionError("a client failed", thrown);
        }
    }

    @Override
    public void close() {
        eye.close();
        table.close();
        fabric.close();
    }
}
