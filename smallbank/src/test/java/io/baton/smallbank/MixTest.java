package io.baton.smallbank;

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

/** Terminals at work in assertion mode; afterwards no money is missing. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class MixTest {

    private static final int TRANSACTIONS = 60_000;

    @ParameterizedTest
    @CsvSource({"10000, 1, 1", "10000, 2, 2", "50, 2, 3", "10000, 16, 4", "3, 16, 5"})
    void moneyIsConservedByTheMix(int accounts, int clients, long seed) throws Exception {
        try (Loaded loaded = new Loaded(new SmallBankConfig(accounts, seed, 90, 4), clients)) {
            final List<Callable<List<String>>> terminals = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                final int number = i;
                terminals.add(() -> run(loaded.engine, loaded.bank, number, TRANSACTIONS / clients));
            }
            final List<String> failures = new ArrayList<>();
            try (ExecutorService executor = clients > 2
                    ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newFixedThreadPool(clients)) {
                for (final Future<List<String>> failed : executor.invokeAll(terminals)) {
                    failures.addAll(failed.get());
                }
            }
            assertThat(failures).as("seed %d", seed).isEmpty();
            assertThat(loaded.bank.addedCents()).as("seed %d", seed).isNotZero();
            assertThat(loaded.bank.check()).as("seed %d", seed)
                .allSatisfy((name, result) -> assertThat(result).isEqualTo(new ConditionResult(true, "")));
        }
    }

    @Test
    void oneClientNeedsNoLocks() {
        try (Engine engine = SmallBank.addTables(Engine.builder(), 1_000).locks(LockKind.NONE).clients(1).open()) {
            final SmallBank bank = new SmallBank(engine, new SmallBankConfig(1_000, 9, 0, 100));
            bank.load(rows -> { });
            assertThat(run(engine, bank, 0, 10_000)).isEmpty();
            assertThat(bank.check().values()).containsOnly(new ConditionResult(true, ""));
        }
    }

    @Test
    void terminalDrawsBeforeItExecutes() {
        try (Loaded loaded = new Loaded(new SmallBankConfig(2, 1, 90, 4), 1);
                Session session = loaded.engine.session()) {
            final SmallBankTerminal terminal = loaded.bank.terminal(session, 0);
            assertThatIllegalStateException().isThrownBy(terminal::execute).withMessageContaining("call next() first");
        }
    }

    private static List<String> run(Engine engine, SmallBank bank, int number, int transactions) {
        final List<String> failures = new ArrayList<>();
        try (Session session = engine.session()) {
            final SmallBankTerminal terminal = bank.terminal(session, number);
            for (int i = 0; i < transactions; i++) {
                final TransactionType type = terminal.next();
                if (terminal.execute() == TerminalOutcome.FAILED) {
                    failures.add(type + ": " + terminal.lastFailure());
                }
            }
        }
        return failures;
    }
}
