package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.procedure.AbortReason;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults at every step of a commit, for every kind of write, with 0 to 2 secondary indexes: before anything is applied
 * the tables stay as they were and the engine goes on; afterwards the engine is stopped and nobody hangs.
 */
@Timeout(120)
class CommitFaultsTest {

    private static final int SECONDARY_MAX = 2;
    private static final long ROWS = 3;
    private static final int GROUPS = 4;

    /** A kind of write. */
    enum Kind {
        INSERT, UPDATE, UPDATE_MOVING, DELETE, REPLACE, NONE;

        /** Writes; another write goes before and another one behind. */
        void write(Transaction t, Victims victims) {
            t.update(victims.table, 1).set(victims.value, 11);
            switch (this) {
                case INSERT -> victims.fill(t.insert(victims.table, 10), 2);
                case UPDATE -> t.update(victims.table, 2).set(victims.value, 12);
                case UPDATE_MOVING -> victims.fill(t.update(victims.table, 2), 2);
                case DELETE -> t.delete(victims.table, 2);
                case REPLACE -> {
                    t.delete(victims.table, 2);
                    victims.fill(t.insert(victims.table, 2), 3);
                }
                case NONE -> {
                    victims.fill(t.insert(victims.table, 10), 2);
                    t.delete(victims.table, 10);
                }
            }
            victims.fill(t.insert(victims.table, 20), 2);
        }
    }

    /** A table with some secondary indexes. */
    static final class Victims {
        private final LongColumn group;
        private final LongColumn rank;
        private final LongColumn value;
        private final TableSchema table;

        Victims(int secondary) {
            final TableSchema.Builder builder = TableSchema.named("victim");
            final LongColumn id = builder.int64("id");
            group = builder.int32("group");
            rank = builder.int32("rank");
            value = builder.int64("value");
            builder.primaryKey(id.bits(32));
            if (secondary > 0) {
                builder.index("by_group", 1, group.bits(8), rank.bits(8));
            }
            if (secondary > 1) {
                builder.index("by_rank", 1, rank.bits(8));
            }
            table = builder.build();
        }

        void fill(Row row, long number) {
            row.set(group, number % GROUPS).set(rank, number % GROUPS).set(value, number);
        }

        /** All that is in the table, by keys and through all indexes. */
        String contents(Transaction t) {
            final StringBuilder text = new StringBuilder();
            for (long key : new long[] {1, 2, 3, 10, 20, 30, 31, 32}) {
                text.append(text(t.find(table, key)));
            }
            for (int i = 0; i < table.indexes().size(); i++) {
                for (int first = 0; first < GROUPS; first++) {
                    text.append(" | ");
                    final Scan scan = t.scan(table.indexes().get(i)).equal(first);
                    while (scan.next()) {
                        text.append(scan.key()).append(text(scan.row()));
                    }
                }
            }
            return text.toString();
        }

        private String text(@org.jspecify.annotations.Nullable Row row) {
            return row == null ? "-" : "(" + row.get(group) + "," + row.get(rank) + "," + row.get(value) + ")";
        }
    }

    /** An engine whose locks can be made to fail. */
    private static final class Rig implements AutoCloseable {
        private final Victims victims;
        private final FaultyLocks locks;
        private final Engine engine;
        private final Procedure<Object> work;

        Rig(int secondary) {
            victims = new Victims(secondary);
            final EngineBuilder builder = Engine.builder().table(victims.table, 100).lockSlots(4_000).assertions(true)
                .callTimeout(Duration.ofSeconds(20));
            locks = new FaultyLocks(new EmbeddedLocks(builder));
            engine = builder.lockTable(locks).open();
            work = engine.register(new Bank.Do(), Object.class);
            engine.call(work, (Bank.Work) t -> {
                for (long id = 1; id <= ROWS; id++) {
                    victims.fill(t.insert(victims.table, id), id);
                }
                return 0;
            });
        }

        String contents() {
            return (String) engine.call(work, (Bank.Work) victims::contents);
        }

        Outcome<Object> write(Kind kind) {
            return engine.execute(work, (Bank.Work) t -> {
                kind.write(t, victims);
                locks.watch();
                return 0;
            });
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    static Stream<Arguments> kindsAndIndexes() {
        return Stream.of(Kind.values())
            .flatMap(kind -> IntStream.rangeClosed(0, SECONDARY_MAX).mapToObj(i -> Arguments.of(kind, i)));
    }

    @ParameterizedTest(name = "{0} with {1} secondary indexes, all steps, RuntimeException and Error")
    @MethodSource("kindsAndIndexes")
    void faultAtEachStep(Kind kind, int secondary) throws InterruptedException {
        final List<FaultyLocks.Step> steps;
        final String before;
        final String after;
        try (Rig rig = new Rig(secondary)) {
            before = rig.contents();
            assertThat(rig.write(kind)).isInstanceOf(Outcome.Committed.class);
            steps = rig.locks.steps();
            after = rig.contents();
        }
        assertThat(before).isNotEqualTo(after);
        final Set<FaultyLocks.Step> covered = EnumSet.noneOf(FaultyLocks.Step.class);
        for (int step = 0; step < steps.size(); step++) {
            for (Throwable fault : List.of(new IllegalStateException("planted"), new Error("planted"))) {
                switch (steps.get(step)) {
                    case PREPARE -> faultInPrepare(kind, secondary, step, fault, before, after);
                    case APPLY -> faultInApply(kind, secondary, step, fault);
                    case RELEASE -> faultInRelease(kind, secondary, step, fault);
                }
                covered.add(steps.get(step));
            }
        }
        // Without a secondary index a commit asks for no lock that the writes have not got already.
        assertThat(covered).isEqualTo(secondary == 0
            ? EnumSet.of(FaultyLocks.Step.APPLY, FaultyLocks.Step.RELEASE) : EnumSet.allOf(FaultyLocks.Step.class));
        assertThat(steps.stream().filter(FaultyLocks.Step.APPLY::equals).count()).as("faults in apply, of %s", steps)
            .isGreaterThanOrEqualTo(2L + secondary);
    }

    private static void faultInPrepare(Kind kind, int secondary, int step, Throwable fault, String before,
            String after) {
        try (Rig rig = new Rig(secondary)) {
            rig.locks.failAt(step, fault);
            assertThat(rig.write(kind)).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class, aborted -> {
                assertThat(aborted.reason()).isEqualTo(AbortReason.FAILED);
                assertThat(aborted.cause()).isSameAs(fault);
            });
            assertThat(rig.contents()).as("%s, step %d", kind, step).isEqualTo(before);
            assertThat(rig.engine.rows(rig.victims.table)).isEqualTo(ROWS);
            assertThat(rig.write(kind)).isInstanceOf(Outcome.Committed.class);
            assertThat(rig.contents()).isEqualTo(after);
        }
    }

    private static void faultInApply(Kind kind, int secondary, int step, Throwable fault) throws InterruptedException {
        try (Rig rig = new Rig(secondary)) {
            final AtomicReference<Object> waiterSaw = new AtomicReference<>();
            final CountDownLatch waits = new CountDownLatch(1);
            final Thread waiter = Thread.ofPlatform().unstarted(() -> waiterSaw.set(outcome(rig, waits)));
            rig.locks.failAt(step, fault);
            final Outcome<Object> outcome = rig.engine.execute(rig.work, (Bank.Work) t -> {
                kind.write(t, rig.victims);
                waiter.start();
                waits.await();
                rig.locks.watch();
                return 0;
            });
            assertThat(outcome).as("%s, step %d", kind, step).isInstanceOf(Outcome.Unknown.class);
            assertThat(waiter.join(Duration.ofSeconds(30))).as("the waiter has ended").isTrue();
            assertThat(waiterSaw.get()).isEqualTo(AbortReason.STOPPED);
            assertStopped(rig, fault);
        }
    }

    /** What becomes of a call that waits for a row while the engine stops. */
    private static Object outcome(Rig rig, CountDownLatch waits) {
        final Outcome<Object> outcome = rig.engine.execute(rig.work, (Bank.Work) t -> {
            waits.countDown();
            return t.update(rig.victims.table, 1).get(rig.victims.value);
        });
        return outcome instanceof Outcome.AbortedBySystem<Object>(var reason, var message) ? reason : outcome;
    }

    private static void faultInRelease(Kind kind, int secondary, int step, Throwable fault) {
        try (Rig rig = new Rig(secondary)) {
            rig.locks.failAt(step, fault);
            assertThat(rig.write(kind)).as("applied, but its locks may be nobody's for ever")
                .isInstanceOf(Outcome.Committed.class);
            assertStopped(rig, fault);
        }
    }

    private static void assertStopped(Rig rig, Throwable fault) {
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(EngineStoppedException.class)
                .isThrownBy(() -> rig.engine.call(rig.work, (Bank.Work) t -> 0)).withMessageContaining("planted")
                .withCause(fault);
            assertThatExceptionOfType(EngineStoppedException.class).isThrownBy(rig.engine::session).withCause(fault);
        }
    }

    /** The step behind the last write that was prepared and before the first that is applied. */
    @ParameterizedTest
    @MethodSource("kindsAndIndexes")
    void faultBetweenPrepareAndApplyChangesNothing(Kind kind, int secondary) {
        final Victims victims = new Victims(secondary);
        final AtomicBoolean armed = new AtomicBoolean();
        final TestHistory history = new TestHistory() {
            @Override
            public void locked() {
                if (armed.getAndSet(false)) {
                    throw new IllegalStateException("planted");
                }
            }
        };
        final EngineBuilder builder = Engine.builder().table(victims.table, 100).lockSlots(4_000).assertions(true)
            .history(history.opener());
        try (Engine engine = builder.open()) {
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            engine.call(work, (Bank.Work) t -> {
                for (long id = 1; id <= ROWS; id++) {
                    victims.fill(t.insert(victims.table, id), id);
                }
                return 0;
            });
            final Object before = engine.call(work, (Bank.Work) victims::contents);
            final Outcome<Object> outcome = engine.execute(work, (Bank.Work) t -> {
                kind.write(t, victims);
                armed.set(true);
                return 0;
            });
            assertThat(outcome.toString()).contains("FAILED").contains("planted");
            assertThat(engine.call(work, (Bank.Work) victims::contents)).isEqualTo(before);
            assertThat(engine.rows(victims.table)).isEqualTo(ROWS);
        }
    }

    /** Writes are checked one by one: those that were made ready before the one that fails are taken back. */
    @ParameterizedTest
    @Tag("thorough")
    @MethodSource("kindsAndIndexes")
    void valueThatFailsAtTheNthWriteChangesNothing(Kind kind, int secondary) {
        try (Rig rig = new Rig(secondary)) {
            final String before = rig.contents();
            for (int bad = 0; secondary > 0 && bad < 3; bad++) {
                final int failing = bad;
                final Outcome<Object> outcome = rig.engine.execute(rig.work, (Bank.Work) t -> {
                    for (int i = 0; i < 3; i++) {
                        final Row row = t.insert(rig.victims.table, 30 + i);
                        rig.victims.fill(row, i);
                        if (i == failing) {
                            row.set(rig.victims.rank, 256);
                        }
                    }
                    kind.write(t, rig.victims);
                    return 0;
                });
                assertThat(outcome.toString()).contains("INVALID_VALUE");
                assertThat(rig.contents()).isEqualTo(before);
                assertThat(rig.engine.rows(rig.victims.table)).isEqualTo(ROWS);
            }
            assertThat(rig.write(kind)).isInstanceOf(Outcome.Committed.class);
        }
    }

    @Test
    void tableThatIsFullAtTheNthInsertKeepsNoneOfThem() {
        final Victims victims = new Victims(2);
        try (Engine engine = Engine.builder().table(victims.table, 1).lockSlots(4_000).open()) {
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            long next = 0;
            while (engine.execute(work, insert(victims, next, 1)) instanceof Outcome.Committed) {
                next++;
            }
            final long full = engine.rows(victims.table);
            assertThat(full).isEqualTo(next);
            final List<Object> reasons = new ArrayList<>();
            for (int free = 0; free < 4; free++) {
                final int deleted = free;
                engine.call(work, (Bank.Work) t -> {
                    for (int i = 0; i < deleted; i++) {
                        t.delete(victims.table, i);
                    }
                    return 0;
                });
                final Outcome<Object> outcome = engine.execute(work, insert(victims, 10_000, free + 1));
                reasons.add(outcome instanceof Outcome.AbortedBySystem<Object>(var reason, var message)
                    ? reason : outcome);
                assertThat(engine.rows(victims.table)).isEqualTo(full - free);
                assertThat(engine.call(work, (Bank.Work) t -> t.exists(victims.table, 10_000))).isEqualTo(false);
                engine.call(work, insert(victims, 0, free));
                assertThat(engine.rows(victims.table)).isEqualTo(full);
            }
            assertThat(reasons).containsOnly(AbortReason.TABLE_FULL);
        }
    }

    private static Bank.Work insert(Victims victims, long first, int rows) {
        return t -> {
            for (int i = 0; i < rows; i++) {
                victims.fill(t.insert(victims.table, first + i), i);
            }
            return 0;
        };
    }
}
