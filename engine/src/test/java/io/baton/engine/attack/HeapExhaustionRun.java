package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.NAME;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.PLACE;
import static io.baton.engine.attack.Parts.RANK;

import io.baton.engine.Engine;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.attack.Parts.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The main program of {@link HeapExhaustionTest}: threads insert rows with secondary indexes while another one fills
 * the heap to its end and lets go again. In the end the tables are as the answers say, or the engine is stopped.
 */
public final class HeapExhaustionRun {

    private static final int THREADS = 3;
    private static final long ROWS_BEFORE = 20_000;
    private static final int BLOCK_BYTES = 32 * 1024;
    private static final int LEAST_BYTES = 32;
    private static final long PAUSE_NANOS = 20_000_000;
    private static final int ROWS_PER_CALL = 20;
    private static final long ID_SHIFT = 24;

    private final Engine engine = Engine.builder().table(PART, 1 << 20).table(PLACE, 1 << 10)
        .callTimeout(Duration.ofSeconds(10)).open();
    private final Procedure<Object> work = Parts.work(engine);
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private volatile @Nullable Throwable wrong;

    /** How often the heap is filled. */
    private final int fillings;

    private HeapExhaustionRun(int fillings) {
        this.fillings = fillings;
    }

    /** Runs it all, with a heap that is filled as often as is said; prints what became of it. */
    public static void main(String[] arguments) throws InterruptedException {
        new HeapExhaustionRun(Integer.parseInt(arguments[0])).run();
    }

    private void run() throws InterruptedException {
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            final long number = i;
            threads.add(Thread.ofPlatform().start(() -> insert(number)));
        }
        // First all classes are loaded, and everything has its usual size.
        while (rows.get() < ROWS_BEFORE) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        final Thread hog = Thread.ofPlatform().start(this::fillHeap);
        hog.join();
        ended.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(verdict() + "; " + rows + " rows, " + failed + " calls failed, " + errors
            + " errors came out of calls");
        engine.close();
    }

    /** Takes all of the heap, to its last bytes, holds it for a moment and lets go, again and again. */
    private void fillHeap() {
        for (int i = 0; i < fillings; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            hold(new ArrayList<>(1 << 18));
        }
    }

    private static void hold(List<byte[]> blocks) {
        int bytes = BLOCK_BYTES;
        while (bytes >= LEAST_BYTES) {
            try {
                blocks.add(new byte[bytes]);
            } catch (OutOfMemoryError e) {
                bytes /= 8;
            }
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private void insert(long thread) {
        long next = thread << ID_SHIFT;
        while (!ended.get()) {
            final long first = next;
            next += ROWS_PER_CALL;
            try {
                final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
                    for (long id = first; id < first + ROWS_PER_CALL; id++) {
                        t.insert(PART, id).set(GROUP, id & 7).set(RANK, id & 0xFFFF).set(AMOUNT, id).set(NAME,
                            "n" + id);
                    }
                    return 0;
                });
                switch (outcome) {
                    case Outcome.Committed<Object> ignored -> rows.addAndGet(ROWS_PER_CALL);
                    case Outcome.Unknown<Object> ignored -> unknown.incrementAndGet();
                    default -> failed.incrementAndGet();
                }
            } catch (EngineStoppedException e) {
                return;
            } catch (Error e) {
                // Of memory, or of linking without memory. Nobody says whether the call was committed.
                errors.incrementAndGet();
            } catch (RuntimeException e) {
                wrong = e;
            }
        }
    }

    private String verdict() {
        if (wrong != null) {
            return "wrong: " + wrong;
        }
        try {
            return check();
        } catch (EngineStoppedException e) {
            return "stopped with a cause: " + (e.getCause() != null);
        }
    }

    /** Counts through the index of groups and by keys. */
    private String check() {
        long indexed = 0;
        for (long group = 0; group < 8; group++) {
            final long number = group;
            indexed += (Long) engine.call(work.within(Duration.ofSeconds(30)), (Work) t -> {
                long found = 0;
                final Scan scan = t.scan(Parts.BY_GROUP).equal(number).forUpdate();
                while (scan.next()) {
                    found++;
                }
                return found;
            });
        }
        final long counted = engine.rows(PART);
        final long least = rows.get();
        final long most = least + ROWS_PER_CALL * errors.get();
        final boolean right = indexed == counted && counted >= least && counted <= most && unknown.get() == 0;
        return right ? "right" : "wrong: " + indexed + " rows in the index, " + counted + " in the table, "
            + least + " to " + most + " were answered, " + unknown + " unknown";
    }
}
