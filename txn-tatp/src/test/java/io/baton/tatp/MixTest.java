package io.baton.tatp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Engine;
import io.baton.engine.LockKind;
import io.baton.engine.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Terminals at work in assertion mode; afterwards all conditions hold and transactions succeeded as often as said. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class MixTest {

    private static final int TRANSACTIONS = 100_000;
    /** Some subscribers are drawn so often that their own luck shows in the rates. */
    private static final double TOLERANCE = 0.04;

    @ParameterizedTest
    @CsvSource({"20000, 1, 1", "20000, 2, 2", "50, 2, 3", "20000, 16, 4", "5, 16, 5"})
    void conditionsHoldAfterTheMix(int subscribers, int clients, long seed) throws Exception {
        try (Loaded loaded = new Loaded(subscribers, clients, seed)) {
            final List<Callable<List<String>>> terminals = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                final int number = i;
                terminals.add(() -> run(loaded.engine, loaded.tatp, number, TRANSACTIONS / clients));
            }
            final List<String> failures = new ArrayList<>();
            try (ExecutorService executor = clients > 2
                    ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newFixedThreadPool(clients)) {
                for (final Future<List<String>> failed : executor.invokeAll(terminals)) {
                    failures.addAll(failed.get());
                }
            }
            assertThat(failures).as("seed %d", seed).isEmpty();
            assertThat(loaded.tatp.check()).as("seed %d", seed)
                .allSatisfy((name, result) -> assertThat(result).isEqualTo(new ConditionResult(true, "")));
            if (subscribers > 1_000) {
                assertThat(loaded.tatp.successRates()).as("seed %d", seed).allSatisfy(MixTest::assertAsPublished);
            }
        }
    }

    /** The published chance, but for GET_NEW_DESTINATION, where the specification's rules give another. */
    private static void assertAsPublished(SuccessRate rate) {
        assertThat(rate.ended()).isGreaterThan(TRANSACTIONS / 100);
        assertThat(rate.observed()).as(rate.type().label())
            .isBetween(rate.least() - TOLERANCE, rate.most() + TOLERANCE);
        assertThat(rate.least() == rate.type().publishedSuccess())
            .isEqualTo(rate.type() != TransactionType.GET_NEW_DESTINATION);
    }

    @Test
    void oneClientNeedsNoLocks() {
        try (Engine engine = Tatp.addTables(Engine.builder(), 1_000).locks(LockKind.NONE).clients(1).open()) {
            final Tatp tatp = new Tatp(engine, new TatpConfig(1_000, 9, true));
            tatp.load(rows -> { });
            assertThat(run(engine, tatp, 0, 10_000)).isEmpty();
            assertThat(tatp.check().values()).containsOnly(new ConditionResult(true, ""));
        }
    }

    @Test
    void terminalDrawsBeforeItExecutes() {
        try (Loaded loaded = new Loaded(10, 1, 1); Session session = loaded.engine.session()) {
            final TatpTerminal terminal = loaded.tatp.terminal(session, 0);
            assertThatIllegalStateException().isThrownBy(terminal::execute).withMessageContaining("call next() first");
        }
    }

    private static List<String> run(Engine engine, Tatp tatp, int number, int transactions) {
        final List<String> failures = new ArrayList<>();
        try (Session session = engine.session()) {
            final TatpTerminal terminal = tatp.terminal(session, number);
            for (int i = 0; i < transactions; i++) {
                final TransactionType type = terminal.next();
                final TerminalOutcome outcome = terminal.execute();
                if (outcome == TerminalOutcome.FAILED
                        || (outcome == TerminalOutcome.REFUSED && type != TransactionType.INSERT_CALL_FORWARDING)) {
                    failures.add(type + ": " + terminal.lastFailure());
                }
            }
        }
        return failures;
    }
}
