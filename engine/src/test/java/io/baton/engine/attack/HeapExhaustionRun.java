package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.PLACE;

import io.baton.engine.Engine;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.attack.Parts.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The main program of {@link HeapExhaustionTest}: threads insert rows with secondary indexes, move them within these,
 * replace and delete them, while another one fills the heap to its end and lets go again. In the end the tables are as
 * the answers say, or the engine is stopped.
 */
public final class HeapExhaustionRun {

    private static final int THREADS = 3;
    private static final long CALLS_BEFORE = 1_000;
    private static final int BLOCK_BYTES = 32 * 1024;
    private static final int LEAST_BYTES = 32;
    private static final long PAUSE_NANOS = 20_000_000;
    private static final int FILLINGS_MAX = 100;

    private final Engine engine = Engine.builder().table(PART, 1 << 20).table(PLACE, 1 << 10)
        .callTimeout(Duration.ofSeconds(10)).open();
    private final Procedure<Object> work = Parts.work(engine);
    private final AtomicBoolean ended = new AtomicBoolean();
    private final List<HeapExhaustionBatches> batches = new ArrayList<>();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private volatile @Nullable Throwable wrong;

    /** How often the heap is filled at least. */
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
            final HeapExhaustionBatches mine = new HeapExhaustionBatches(i);
            batches.add(mine);
            threads.add(Thread.ofPlatform().start(() -> work(mine)));
        }
        // First all classes are loaded, and everything has its usual size.
        while (calls.get() < CALLS_BEFORE) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        final Thread hog = Thread.ofPlatform().start(this::fillHeap);
        hog.join();
        ended.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(verdict() + "; " + calls + " calls committed, " + failures() + " failed, " + errors
            + " of these with an error that came out of the call");
        engine.close();
    }

    /** Takes all of the heap, to its last bytes, holds it for a moment and lets go, again and again. */
    private void fillHeap() {
        // An end of the heap that no call has met shows nothing.
        for (int i = 0; i < fillings || (failures() == 0 && i < FILLINGS_MAX); i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            hold(new ArrayList<>(1 << 18));
        }
    }

    private long failures() {
        return failed.get() + unknown.get() + errors.get();
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

    /** Takes batches through their steps. Four are under way: one gains rows, the others change or lose theirs. */
    private void work(HeapExhaustionBatches batches) {
        while (!ended.get() && batches.newest < HeapExhaustionBatches.BATCHES_MAX - 1) {
            batches.newest++;
            for (int step = 1; step <= HeapExhaustionBatches.STEPS; step++) {
                final int batch = batches.newest - step + 1;
                if (batch >= 0 && batches.isAt(batch, step - 1) && !step(batches, batch, step)) {
                    return;
                }
            }
        }
    }

    /** Returns whether the engine goes on. */
    private boolean step(HeapExhaustionBatches batches, int batch, int step) {
        try {
            switch (engine.execute(work, (Work) t -> batches.step(t, batch, step))) {
                case Outcome.Committed<Object> ignored -> {
                    batches.taken(batch, step);
                    calls.incrementAndGet();
                }
                case Outcome.Unknown<Object> ignored -> {
                    batches.unsure(batch);
                    unknown.incrementAndGet();
                }
                default -> failed.incrementAndGet();
            }
        } catch (EngineStoppedException e) {
            return false;
        } catch (Error e) {
            // Of memory, or of linking without memory. Nobody says whether the call was committed.
            batches.unsure(batch);
            errors.incrementAndGet();
        } catch (RuntimeException e) {
            wrong = e;
        }
        return true;
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

    /** Looks at every row by its key and by its name, and counts through the index of groups. */
    private String check() {
        if (unknown.get() > 0) {
            return "wrong: " + unknown + " calls ended unknown, and the engine goes on";
        }
        final Procedure<Object> patient = work.within(Duration.ofSeconds(30));
        long found = 0;
        for (HeapExhaustionBatches mine : batches) {
            for (int batch = 0; batch <= mine.newest; batch++) {
                final int number = batch;
                final Object rows = engine.call(patient, (Work) t -> mine.check(t, number));
                if (rows instanceof String difference) {
                    return "wrong: " + difference;
                }
                found += (Long) rows;
            }
        }
        long indexed = 0;
        for (long group = 0; group < HeapExhaustionBatches.GROUPS; group++) {
            final long number = group;
            indexed += (Long) engine.call(patient, (Work) t -> HeapExhaustionBatches.countGroup(t, number));
        }
        final long counted = engine.rows(PART);
        return found == counted && indexed == counted ? "right" : "wrong: " + indexed + " rows in the index, " + counted
            + " in the table, " + found + " by their keys";
    }
}
