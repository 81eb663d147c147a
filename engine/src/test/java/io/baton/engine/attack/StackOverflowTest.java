package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.BY_GROUP;
import static io.baton.engine.attack.Parts.BY_SHELF;
import static io.baton.engine.attack.Parts.CONTENT;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.NAME;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.PLACE;
import static io.baton.engine.attack.Parts.RANK;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Procedures that really run out of stack, in every access and at every depth, while others go on: nobody hangs, and
 * a call is either committed as a whole or has left nothing.
 */
@Timeout(120)
class StackOverflowTest {

    private static final int ROUNDS = 4;
    private static final long STACK_BYTES = 256 * 1024;
    /** Each round has a stack of another size, in pages and a bit, so that it ends at another place. */
    private static final long STACK_STEP_BYTES = 4_160;
    private static final int OTHERS = 2;
    private static final int PARTS = 20;

    private static final List<Access> SINGLE = List.copyOf(EnumSet.complementOf(EnumSet.of(Access.ALL)));

    private final Engine engine = Engine.builder().table(PART, 100_000).table(PLACE, 100_000)
        .callTimeout(Duration.ofSeconds(5)).attemptsMax(1_000_000).open();
    private final Procedure<Object> work = Parts.work(engine);
    private final AtomicLong ids = new AtomicLong(1000);
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicInteger othersCalls = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> others = new ArrayList<>();

    /** How many threads run out of stack in each test. */
    int rounds() {
        return ROUNDS;
    }

    /** What the recursion does at every depth. */
    enum Access {
        READ, READ_ORDERED, UPDATE, MOVE, INSERT, INSERT_ORDERED, DELETE, SCAN, SCAN_ORDERED, SCAN_UPDATE, ALL
    }

    @BeforeEach
    void fill() {
        Parts.fill(engine, work, PARTS);
        engine.call(work, (Work) t -> {
            for (int i = 0; i < PARTS; i++) {
                t.insert(PLACE, PLACE.key(1, i)).set(CONTENT, i);
            }
            return 0;
        });
        for (int i = 0; i < OTHERS; i++) {
            others.add(Thread.ofPlatform().start(this::goOn));
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        ended.set(true);
        for (Thread other : others) {
            other.join();
        }
        engine.close();
    }

    /** Another caller, who works on the same rows and indexes. */
    private void goOn() {
        long last = -1;
        while (!ended.get() && failure.get() == null) {
            final long id = ids.incrementAndGet();
            final long before = last;
            final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
                t.update(PART, 1 + id % PARTS).set(AMOUNT, id);
                t.insert(PART, id).set(GROUP, 1).set(RANK, id & 0xFFFF);
                t.insert(PLACE, PLACE.key(1, 1000 + id % 10_000));
                t.delete(PLACE, PLACE.key(1, 1000 + id % 10_000));
                if (before >= 0) {
                    t.delete(PART, before);
                }
                final Scan scan = t.scan(BY_GROUP).equal(1).limit(3);
                while (scan.next()) {
                    scan.row().get(AMOUNT);
                }
                return 0;
            });
            if (outcome instanceof Outcome.Committed) {
                last = id;
                othersCalls.incrementAndGet();
            } else if (Parts.reason(outcome) != AbortReason.TIMEOUT) {
                failure.set(new AssertionError("another caller was told " + outcome));
            }
        }
    }

    /** Does an access at every depth, until there is no stack left. */
    @SuppressWarnings("InfiniteRecursion") // It ends with the stack.
    private long descend(Transaction t, Access access, int depth) {
        access(t, access == Access.ALL ? SINGLE.get(depth % SINGLE.size()) : access, depth);
        return 1 + descend(t, access, depth + 1);
    }

    private void access(Transaction t, Access access, int depth) {
        final long part = 1L + depth % PARTS;
        switch (access) {
            case READ -> t.read(PART, part).get(AMOUNT);
            case READ_ORDERED -> t.read(PLACE, PLACE.key(1, depth % PARTS)).get(CONTENT);
            case UPDATE -> t.update(PART, part).set(AMOUNT, depth);
            case MOVE -> t.update(PART, part).set(RANK, depth & 0xFF).set(NAME, "deep");
            case INSERT -> t.insert(PART, ids.incrementAndGet()).set(GROUP, 5).set(RANK, depth & 0xFF);
            case INSERT_ORDERED -> t.insert(PLACE, PLACE.key(2, depth & 0xFFFF)).set(CONTENT, depth);
            case DELETE -> {
                final long id = ids.incrementAndGet();
                t.insert(PART, id);
                t.delete(PART, id);
            }
            case SCAN, SCAN_ORDERED -> {
                final Scan scan = access == Access.SCAN ? t.scan(BY_GROUP).equal(1) : t.scan(BY_SHELF).equal(1);
                assertThat(scan.next()).isTrue();
                scan.row();
            }
            default -> {
                final Scan scan = t.scan(BY_GROUP).equal(1).forUpdate();
                assertThat(scan.next()).isTrue();
                scan.update().set(AMOUNT, depth);
            }
        }
    }

    /** Runs a task on threads with small stacks of different sizes, one after the other. */
    private void onSmallStacks(Runnable task) throws InterruptedException {
        for (int round = 0; round < rounds() && failure.get() == null; round++) {
            final Thread thread =
                Thread.ofPlatform().stackSize(STACK_BYTES + round * STACK_STEP_BYTES).unstarted(() -> {
                    try {
                        task.run();
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                });
            thread.start();
            assertThat(thread.join(Duration.ofSeconds(30))).as("the thread has ended").isTrue();
        }
    }

    private void checkNoFailure() {
        final Throwable thrown = failure.get();
        if (thrown != null) {
            throw new AssertionError("a caller has failed: " + thrown, thrown);
        }
    }

    /** Rows and indexes say the same, and nobody has left a place, a latch or a lock. */
    private void checkTables(Object inGroup5, Object onShelf2) throws InterruptedException {
        ended.set(true);
        for (Thread other : others) {
            assertThat(other.join(Duration.ofSeconds(30))).as("another caller has ended").isTrue();
        }
        checkNoFailure();
        assertThat(othersCalls.get()).isPositive();
        assertThat(engine.call(work, (Work) t -> (long) Parts.group(t, 5).size())).isEqualTo(inGroup5);
        assertThat(engine.call(work, (Work) t -> {
            long places = 0;
            final Scan scan = t.scan(BY_SHELF).equal(2).forUpdate();
            while (scan.next()) {
                places++;
            }
            return places;
        })).isEqualTo(onShelf2);
        final long rows = (Long) engine.call(work, (Work) t -> {
            long found = 0;
            for (long group = 0; group < 8; group++) {
                final Scan scan = t.scan(BY_GROUP).equal(group).forUpdate();
                while (scan.next()) {
                    assertThat(t.exists(PART, scan.key())).isTrue();
                    found++;
                }
            }
            return found;
        });
        assertThat(rows).isEqualTo(engine.rows(PART));
    }

    @ParameterizedTest
    @EnumSource
    void overflowThatPassesLeavesNothing(Access access) throws InterruptedException {
        onSmallStacks(() -> {
            final Outcome<Object> outcome = engine.execute(work, (Work) t -> descend(t, access, 0));
            if (Parts.reason(outcome) != AbortReason.TIMEOUT) {
                assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.FAILED);
                assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class,
                    aborted -> assertThat(aborted.cause()).isInstanceOf(StackOverflowError.class));
            }
        });
        checkTables(0L, 0L);
    }

    @ParameterizedTest
    @Tag("thorough")
    @EnumSource
    void overflowThatIsCaughtIsCommittedAsAWholeOrNotAtAll(Access access) throws InterruptedException {
        final AtomicLong inGroup5 = new AtomicLong();
        final AtomicLong onShelf2 = new AtomicLong();
        final AtomicInteger committed = new AtomicInteger();
        onSmallStacks(() -> {
            final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
                try {
                    return descend(t, access, 0);
                } catch (StackOverflowError e) {
                    // If it came out of the test's own frames, the transaction may go on.
                    return new long[] {count(t, false), count(t, true)};
                }
            });
            if (outcome instanceof Outcome.Committed<Object>(Object result)) {
                final long[] counts = (long[]) Objects.requireNonNull(result);
                inGroup5.set(counts[0]);
                onShelf2.set(counts[1]);
                committed.incrementAndGet();
            } else if (Parts.reason(outcome) != AbortReason.TIMEOUT) {
                assertThat(Parts.reason(outcome)).isIn(AbortReason.FAILED, AbortReason.DUPLICATE_KEY);
            }
        });
        checkTables(inGroup5.get(), onShelf2.get());
    }

    private static long count(Transaction t, boolean shelf) {
        final Scan scan = shelf ? t.scan(BY_SHELF).equal(2) : t.scan(BY_GROUP).equal(5);
        long rows = 0;
        while (scan.next()) {
            rows++;
        }
        return rows;
    }

    /** Calls that write at every depth: the last ones may not be made, but none stops in the middle. */
    @SuppressWarnings("InfiniteRecursion") // It ends with the stack.
    private long writeDeeper(int depth, AtomicInteger committed) {
        final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
            t.insert(PLACE, PLACE.key(2, ids.incrementAndGet() & 0xFFFF));
            return t.insert(PART, ids.incrementAndGet()).set(GROUP, 5).set(NAME, "deep").address();
        });
        if (outcome instanceof Outcome.Committed) {
            committed.incrementAndGet();
        }
        return 1 + writeDeeper(depth + 1, committed);
    }

    @Test
    void callsThatWriteAtTheEndOfTheStackLeaveTheEngineAndTheThreadAsTheyWere() throws InterruptedException {
        final AtomicInteger committed = new AtomicInteger();
        onSmallStacks(() -> {
            try {
                writeDeeper(0, committed);
            } catch (StackOverflowError e) {
                assertThat(engine.call(work, (Work) t -> t.exists(PART, 1))).isEqualTo(true);
            }
        });
        checkTables((long) committed.get(), (long) committed.get());
    }

    /** Calls at every depth of a stack that ends: the last ones find little of it. */
    @SuppressWarnings("InfiniteRecursion") // It ends with the stack.
    private long callDeeper(int depth) {
        engine.execute(work, (Work) t -> t.read(PART, 1 + depth % PARTS).get(AMOUNT)
            + t.read(PLACE, PLACE.key(1, depth % PARTS)).get(CONTENT) + (t.scan(BY_GROUP).equal(1).next() ? 1 : 0));
        return 1 + callDeeper(depth + 1);
    }

    @Test
    void callsThatReadAtTheEndOfTheStackLeaveTheEngineAndTheThreadAsTheyWere() throws InterruptedException {
        onSmallStacks(() -> {
            try {
                callDeeper(0);
            } catch (StackOverflowError e) {
                assertThat(engine.call(work, (Work) t -> t.exists(PART, 1))).isEqualTo(true);
            }
        });
        checkTables(0L, 0L);
    }
}
