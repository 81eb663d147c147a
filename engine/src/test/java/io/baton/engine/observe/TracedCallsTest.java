package io.baton.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.baton.engine.Bank;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import io.baton.engine.Procedure;
import io.baton.engine.ProcedureAbortedException;
import io.baton.engine.Scan;
import io.baton.engine.Session;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tracer is told what single calls do; calls that it does not choose cost nothing. */
@Timeout(30)
class TracedCallsTest {

    /** Writes down what it is told, in order. */
    private final class Written implements CallTrace {
        private final String name;

        Written(String name) {
            this.name = name;
        }

        @Override
        public CallTrace part(String procedure, @Nullable String traceparent) {
            told.add(name + " runs " + procedure + (traceparent == null ? "" : " in " + traceparent));
            return new Written(procedure);
        }

        @Override
        public void ended(CallReport report) {
            told.add(name + " " + report.end() + " " + report.sqlState() + " looked up " + report.rowsLookedUp()
                + " wrote " + report.rowsWritten());
            reports.add(report);
        }
    }

    private final List<String> told = new ArrayList<>();
    private final List<CallReport> reports = new ArrayList<>();
    private boolean chooses = true;
    private final Engine engine = open(Engine.builder().tracer(this::begins));
    private final Procedure<Long> transfer = engine.register(new Bank.Transfer(), Long.class);
    private final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);

    private @Nullable CallTrace begins(String procedure, @Nullable String user, @Nullable String traceparent) {
        if (chooses) {
            told.add(procedure + (user == null ? "" : " by " + user)
                + (traceparent == null ? "" : " in " + traceparent));
        }
        return chooses ? new Written(procedure) : null;
    }

    private static Engine open(EngineBuilder builder) {
        return builder.table(Bank.ACCOUNT, 100).open();
    }

    private static void load(Engine engine) {
        try (Loader loader = engine.loader()) {
            for (int id = 0; id < 10; id++) {
                loader.insert(loader.row(Bank.ACCOUNT, Bank.ACCOUNT.key(id)).set(Bank.BALANCE, 100));
            }
        }
    }

    @BeforeEach
    void load() {
        load(engine);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void howeverACallIsMadeItIsToldOnce() {
        final Procedure<Long> byOlga = transfer.calledBy("olga");
        engine.call(byOlga, 1L, 2L, 10L);
        engine.callAsync(byOlga, 1L, 2L, 10L).join();
        byOlga.executeNow(1L, 2L, 10L);
        try (Session session = engine.session()) {
            session.call(byOlga.once(), 1L, 2L, 10L);
        }
        assertThat(told).hasSize(8).containsOnly("Transfer by olga", "Transfer COMMITTED 00000 looked up 2 wrote 2");
        assertThat(reports).allMatch(report -> report.lockNanos() >= 0 && report.failure() == null
            && report.rowsReturned() == -1);
    }

    @Test
    void aCallThatIsBegunBeforeItIsTriedIsToldOnceHoweverItIsMade() {
        final String span = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        final Procedure<Long> begun = transfer.calledBy("olga", span).within(Duration.ofSeconds(5)).begun();
        assertThat(told).containsExactly("Transfer by olga in " + span);
        final List<Object> tried = new ArrayList<>();
        engine.call(work, (Bank.Work) transaction -> {
            transaction.update(Bank.ACCOUNT, Bank.ACCOUNT.key(2));
            final Thread other = Thread.ofVirtual().start(() -> tried.add(begun.executeNow(1L, 2L, 10L) == null));
            other.join();
            return null;
        });
        assertThat(tried).containsExactly(true);
        assertThat(told).noneMatch(line -> line.startsWith("Transfer COMMITTED"));
        told.clear();
        engine.callAsync(begun, 1L, 2L, 10L).join();
        assertThat(told).containsExactly("Transfer COMMITTED 00000 looked up 2 wrote 2");
        told.clear();
        chooses = false;
        final Procedure<Long> unwanted = transfer.begun();
        chooses = true;
        engine.call(unwanted, 1L, 2L, 10L);
        assertThat(told).isEmpty();
    }

    @Test
    void aPartTellsWithinWhichSpanItsCallerWantsIt() {
        engine.execute(work,
            (Bank.Work) transaction -> transfer.calledBy(null, "of a caller").runWithin(transaction, 1L, 2L, 10L));
        assertThat(told).contains("Do runs Transfer in of a caller");
    }

    @Test
    void rowsOfAScanAreNotLookedUp() {
        engine.execute(work, (Bank.Work) transaction -> {
            long rows = 0;
            for (Scan scan = transaction.scan(Bank.BY_BRANCH).equal(0); scan.next();) {
                rows++;
            }
            return rows;
        });
        assertThat(told).containsExactly("Do", "Do COMMITTED 00000 looked up 0 wrote 0");
    }

    @Test
    void whatIsNotCommittedWritesNothingAndTellsWhatWasThrown() {
        engine.execute(transfer, 1L, 2L, 1_000L);
        engine.execute(work, (Bank.Work) transaction -> {
            transaction.update(Bank.ACCOUNT, Bank.ACCOUNT.key(1)).set(Bank.BALANCE, 1);
            throw new IllegalStateException("broken");
        });
        assertThat(told).containsExactly("Transfer", "Transfer ABORTED_BY_PROCEDURE 45000 looked up 1 wrote 0", "Do",
            "Do ABORTED_BY_PROCEDURE 38000 looked up 1 wrote 0");
        assertThat(reports.getFirst().failure()).isNull();
        assertThat(reports.getLast().failure()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aListTellsItsLength() {
        engine.execute(work, (Bank.Work) transaction -> List.of(1, 2, 3));
        assertThat(reports.getFirst().rowsReturned()).isEqualTo(3);
    }

    @Test
    void partsAreToldWithinTheCall() {
        engine.execute(work, (Bank.Work) transaction -> work.runWithin(transaction, (Bank.Work) inner -> {
            transfer.runWithin(inner, 1L, 2L, 10L);
            assertThatThrownBy(() -> transfer.runWithin(inner, 3L, 4L, 1_000L)).hasMessageContaining("holds only");
            return null;
        }));
        assertThat(told).containsExactly("Do", "Do runs Do", "Do runs Transfer",
            "Transfer null 00000 looked up 2 wrote 0", "Do runs Transfer", "Transfer null 45000 looked up 1 wrote 0",
            "Do null 00000 looked up 3 wrote 0", "Do ABORTED_BY_PROCEDURE 45000 looked up 3 wrote 0");
    }

    @Test
    void soManyPartsAreToldAtMost() {
        engine.execute(work, (Bank.Work) transaction -> {
            for (int i = 0; i < 1_000; i++) {
                transfer.runWithin(transaction, 1L, 2L, 0L);
            }
            return null;
        });
        assertThat(told.stream().filter(line -> line.equals("Do runs Transfer"))).hasSize(128);
        assertThat(told.getLast()).isEqualTo("Do COMMITTED 00000 looked up 2000 wrote 2");
    }

    @Test
    void aFailureOfAPartKeepsItsClassAndItsWay() {
        assertThatThrownBy(() -> engine.call(work, (Bank.Work) transaction -> work.runWithin(transaction,
            (Bank.Work) inner -> {
                throw new IOException("checked");
            }))).isInstanceOf(ProcedureAbortedException.class).hasMessageContaining("checked");
        assertThat(reports).hasSize(2).allMatch(report -> report.failure() instanceof IOException);
    }

    @Test
    void aCallThatIsNotChosenCountsNothing() {
        engine.call(transfer, 1L, 2L, 10L);
        told.clear();
        chooses = false;
        engine.call(transfer.calledBy("olga"), 1L, 2L, 10L);
        assertThat(told).isEmpty();
        chooses = true;
        engine.call(transfer, 1L, 2L, 10L);
        assertThat(told.getLast()).isEqualTo("Transfer COMMITTED 00000 looked up 2 wrote 2");
    }

    @Test
    void whatIsExplainedIsToldToo() {
        transfer.analyze(1L, 2L, 10L);
        assertThat(told).hasSize(2).endsWith("Transfer COMMITTED 00000 looked up 0 wrote 0");
    }

    @Test
    void withoutATracerCallsAllocateNotAByteMore() {
        chooses = false;
        try (Engine without = open(Engine.builder())) {
            load(without);
            final Procedure<Long> plain = without.register(new Bank.Transfer(), Long.class);
            assertThat(plain.calledBy("olga")).isSameAs(plain);
            final long bytes = bytes(without, plain);
            // Not even one that chooses nothing, which has to look at each call.
            assertThat(bytes(engine, transfer)).isLessThanOrEqualTo(bytes);
            chooses = true;
            assertThat(bytes(engine, transfer)).isGreaterThan(bytes);
        }
    }

    /** What a call allocates. */
    private long bytes(Engine of, Procedure<Long> procedure) {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final Object[] arguments = {1L, 2L, 0L};
        long least = Long.MAX_VALUE;
        try (Session session = of.session()) {
            for (int i = 0; i < 200; i++) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                session.call(procedure, arguments);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
        }
        return least;
    }
}
