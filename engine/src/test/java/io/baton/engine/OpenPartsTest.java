package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.thread.EngineThread;
import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import io.baton.park.Parking;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine that cannot be opened, or not be closed without a failure, leaves nothing open. */
@Timeout(30)
class OpenPartsTest {

    /** What was closed, in order. */
    private final List<String> closed = new ArrayList<>();

    /** A history, of which a test sees that it is closed. */
    private final class History extends TestHistory {
        @Override
        public void close() {
            closed.add("history");
        }
    }

    /** Locks of which some seem to be held: so many at each look, and from the last one on. */
    private final class LeakingLocks implements LockTable {
        private final EmbeddedLocks real;
        private final long[] busy;
        private int looks;

        LeakingLocks(EmbeddedLocks real, long... busy) {
            this.real = real;
            this.busy = busy;
        }

        @Override
        public int slots() {
            return real.table().slots();
        }

        @Override
        public LockClient client() {
            return real.table().client();
        }

        @Override
        public long busySlots() {
            return busy[Math.min(looks++, busy.length - 1)];
        }

        @Override
        public void close() {
            closed.add("locks");
            real.close();
        }
    }

    private EngineBuilder builder() {
        return Bank.builder().history(new History().opener());
    }

    private Function<EngineThread, ThreadFactory> threads(EngineThread failing, boolean early) {
        return purpose -> {
            if (purpose == failing && early) {
                throw new IllegalStateException("planted");
            }
            return task -> {
                if (purpose == failing) {
                    throw new IllegalStateException("planted");
                }
                return Thread.ofPlatform().daemon().unstarted(task);
            };
        };
    }

    @Test
    void historyIsClosedIfTheLocksCannotBeMade() {
        assertThatIllegalStateException()
            .isThrownBy(() -> builder().threads(threads(EngineThread.GHOST_AGENT, true)).open())
            .withMessage("planted");
        assertThat(closed).containsExactly("history");
    }

    /** The machine's, but for pauses, which take no time. */
    private static Parking pausing(LongConsumer pauses) {
        final Parking machine = Parking.onMachine();
        return new Parking() {
            @Override
            public void park(Object blocker) {
                machine.park(blocker);
            }

            @Override
            public void parkNanos(Object blocker, long nanos) {
                pauses.accept(nanos);
            }

            @Override
            public void unpark(@Nullable Thread thread) {
                machine.unpark(thread);
            }

            @Override
            public Lock newLock() {
                return machine.newLock();
            }

            @Override
            public boolean join(Thread thread, long nanos) throws InterruptedException {
                return machine.join(thread, nanos);
            }

            @Override
            public int threadNumber() {
                return machine.threadNumber();
            }
        };
    }

    @Test
    void allIsClosedAlthoughALockIsFoundHeld() {
        final List<Long> pauses = new ArrayList<>();
        final EngineBuilder builder =
            builder().threads(threads(EngineThread.LOADER, false)).parking(pausing(pauses::add));
        final Engine engine = builder.lockTable(new LeakingLocks(new EmbeddedLocks(builder), 1)).open();
        assertThatExceptionOfType(AssertionError.class).isThrownBy(engine::close)
            .withMessageContaining("1 locks are still held");
        assertThat(closed).containsExactly("locks", "history");
        assertThat(pauses.stream().mapToLong(Long::longValue).sum()).isBetween(1_000_000_000L, 2_000_000_000L);
        engine.close();
        assertThat(closed).containsExactly("locks", "history");
    }

    /** The table gives it up behind the call's back, by a thread of its own. */
    @Test
    void aPlaceInAQueueThatIsGivenUpWhileTheEngineClosesIsNoLeak() {
        final List<Boolean> interrupted = new ArrayList<>();
        final EngineBuilder builder = Bank.builder()
            .parking(pausing(nanos -> interrupted.add(Thread.currentThread().isInterrupted())));
        final Engine engine = builder.lockTable(new LeakingLocks(new EmbeddedLocks(builder), 2, 1, 0)).open();
        Thread.currentThread().interrupt();
        try {
            engine.close();
        } finally {
            assertThat(Thread.interrupted()).as("stays interrupted").isTrue();
        }
        assertThat(interrupted).as("a pause ends at once if its thread is interrupted").containsExactly(false, false);
        assertThat(closed).containsExactly("locks");
    }

    @Test
    void lastPartIsClosedFirstAndTheFirstFailureIsThrown() {
        final OpenParts parts = new OpenParts();
        final Error error = new Error("of the third");
        parts.add(() -> closed.add("first"));
        parts.add(() -> {
            closed.add("second");
            throw new java.io.IOException("of the second");
        });
        parts.add(() -> {
            closed.add("third");
            throw error;
        });
        assertThatExceptionOfType(Error.class).isThrownBy(parts::close).isSameAs(error)
            .satisfies(e -> assertThat(e.getSuppressed()).singleElement()
                .satisfies(suppressed -> assertThat(suppressed).hasMessage("of the second")));
        assertThat(closed).containsExactly("third", "second", "first");
        parts.close();
        assertThat(closed).hasSize(3);
    }

    @Test
    void checkedExceptionOfAPartIsTheCause() {
        final OpenParts parts = new OpenParts();
        parts.add(() -> {
            throw new java.io.IOException("planted");
        });
        assertThatIllegalStateException().isThrownBy(parts::close).withStackTraceContaining("planted");
    }

    @Test
    void tableThatCannotBeOpenedIsToldAndTheNextEngineOpens() {
        final AtomicInteger asked = new AtomicInteger();
        final EngineBuilder builder = Bank.builder().lockTables(3).threads(purpose -> {
            if (purpose == EngineThread.GHOST_AGENT && asked.incrementAndGet() == 3) {
                throw new IllegalStateException("planted");
            }
            return Thread.ofPlatform().daemon().factory();
        });
        assertThatIllegalStateException().isThrownBy(builder::open).withMessage("planted");
        builder.open().close();
        assertThat(asked).hasValue(6);
    }
}
