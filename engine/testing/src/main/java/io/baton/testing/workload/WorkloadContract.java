package io.baton.testing.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.LockKind;
import io.baton.engine.Session;
import io.baton.engine.TableReader;
import io.baton.storage.TableSchema;
import io.baton.workload.EngineWorkload;
import io.baton.workload.RunLength;
import io.baton.workload.Setting;
import io.baton.workload.Terminal;
import io.baton.workload.TransactionKind;
import io.baton.workload.UnfitDataException;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every workload promises. A workload's test extends it, with a small scale. */
@Timeout(60)
public abstract class WorkloadContract {

    private static final long SEED = 9;
    private static final RunLength LENGTH = new RunLength(Duration.ZERO, Duration.ofSeconds(1), RunLength.UNCOUNTED);

    private final Workload workload;
    private final Map<Setting, Long> values;
    private final int transactions;

    /**
     * Makes the test of a workload.
     *
     * @param workload the workload
     * @param values settings with which it is loaded in about a second
     * @param transactions how many transactions one client makes in about a second
     */
    protected WorkloadContract(Workload workload, Map<Setting, Long> values, int transactions) {
        this.workload = workload;
        this.values = values;
        this.transactions = transactions;
    }

    private WorkloadConfig config() {
        return new WorkloadConfig(values, SEED, LENGTH);
    }

    private EngineBuilder builder() {
        final EngineBuilder builder = Engine.builder();
        workload.addTables(builder, config());
        return builder;
    }

    /** Its module names it as a service. */
    @Test
    public void serviceLoaderFindsIt() {
        assertThat(ServiceLoader.load(Workload.class).stream().map(ServiceLoader.Provider::type))
            .contains(workload.getClass());
    }

    /** Types are numbered in the order of their list, and those of the headline are among them. */
    @Test
    public void typesAreNumberedInOrder() {
        final List<? extends TransactionKind> types = workload.transactionTypes();
        assertThat(types).extracting(TransactionKind::label).doesNotHaveDuplicates().doesNotContain("");
        for (int number = 0; number < types.size(); number++) {
            assertThat(types.get(number).ordinal()).isEqualTo(number);
        }
        assertThat(workload.headline().types()).isNotEmpty().allMatch(types::contains);
    }

    /** Settings make options: their names are words, and one of them is the scale. */
    @Test
    public void settingsMakeOptions() {
        assertThat(workload.settings()).extracting(Setting::name).doesNotHaveDuplicates()
            .allMatch(name -> name.matches("[a-z]+(-[a-z]+)*"));
        assertThat(workload.settings()).extracting(Setting::kind).contains(Setting.Kind.SCALE);
        assertThat(workload.name()).matches("[a-z][a-z0-9]*");
    }

    /** With one client nothing goes wrong without locks either. */
    @Test
    public void oneClientNeedsNoLocks() {
        try (Engine engine = builder().locks(LockKind.NONE).clients(1).open()) {
            final EngineWorkload onEngine = workload.on(engine, config());
            onEngine.load(rows -> {});
            assertThat(MixRun.of(engine, onEngine, 1, transactions).failures()).isEmpty();
            assertThat(onEngine.check(false).values()).isNotEmpty().allMatch(result -> result.holds());
        }
    }

    /** A terminal has nothing to execute before it has drawn. */
    @Test
    public void terminalDrawsBeforeItExecutes() {
        try (Engine engine = builder().open();
            Terminal terminal = workload.on(engine, config()).terminal(engine.session(), 0)) {
            assertThat(terminal.lastFailure()).isEmpty();
            assertThatIllegalStateException().isThrownBy(terminal::execute).withMessageContaining("call next() first");
        }
    }

    /** The session belongs to the terminal. */
    @Test
    public void terminalClosesItsSession() {
        try (Engine engine = builder().open()) {
            final Terminal terminal = workload.on(engine, config()).terminal(engine.session(), 0);
            terminal.next();
            terminal.close();
            assertThatIllegalStateException().isThrownBy(terminal::execute).withMessageContaining("closed");
        }
    }

    /** Terminals have numbers from 0. */
    @Test
    public void terminalsHaveNumbersFromZero() {
        try (Engine engine = builder().open(); Session session = engine.session()) {
            final EngineWorkload onEngine = workload.on(engine, config());
            assertThatIllegalArgumentException().isThrownBy(() -> onEngine.terminal(session, -1))
                .withMessageContaining("terminal -1");
        }
    }

    /** What was never loaded is loaded. */
    @Test
    public void emptyTablesAreLoaded() {
        try (Engine engine = builder().open()) {
            final EngineWorkload onEngine = workload.on(engine, config());
            assertThat(workload.storedScale(engine)).isEmpty();
            assertThat(onEngine.resume()).isFalse();
            onEngine.load(rows -> {});
            assertThat(workload.storedScale(engine)).isEqualTo(scale());
        }
    }

    /** A later run goes on with the rows of an earlier one, whatever its seed. */
    @Test
    public void goesOnWithTheRowsOfAnEarlierRun() {
        try (Engine earlier = builder().clients(1).open(); Engine engine = builder().clients(1).open()) {
            final EngineWorkload before = workload.on(earlier, config());
            before.load(rows -> {});
            assertThat(MixRun.of(earlier, before, 1, transactions).failures()).isEmpty();
            Copy.rows(earlier, engine, table -> true);
            final EngineWorkload onEngine = workload.on(engine, new WorkloadConfig(values, SEED + 1, LENGTH));
            assertThat(workload.storedScale(engine)).isEqualTo(scale());
            assertThat(onEngine.resume()).isTrue();
            assertThat(onEngine.check(false).values()).isNotEmpty().allMatch(result -> result.holds());
            assertThat(MixRun.of(engine, onEngine, 1, transactions).failures()).isEmpty();
            assertThat(onEngine.check(false)).containsOnlyKeys(before.check(false).keySet())
                .allSatisfy((name, result) -> assertThat(result.holds()).as(result.detail()).isTrue());
        }
    }

    /** Rows of another scale are refused before anything happens, and both scales are named. */
    @Test
    public void rowsOfAnotherScaleAreRefused() {
        try (Engine engine = builder().open()) {
            workload.on(engine, config()).load(rows -> {});
            engine.procedures().forEach(engine::unregister);
            scale().forEach((setting, value) -> {
                final EngineWorkload other = workload.on(engine, config().with(Map.of(setting, value + 1)));
                assertThatExceptionOfType(UnfitDataException.class).isThrownBy(other::resume)
                    .withMessageContaining(String.format(Locale.ROOT, "the store holds %,d ", value))
                    .withMessageContaining(String.format(Locale.ROOT, ", and %,d %s are asked for", value + 1,
                        setting.name()))
                    .matches(unfit -> !unfit.incomplete());
            });
        }
    }

    /** Rows without those that all others belong to are refused. */
    @Test
    public void rowsOfAnUnfinishedLoadAreRefused() {
        try (Engine full = builder().open(); Engine engine = builder().open()) {
            workload.on(full, config()).load(rows -> {});
            final TableSchema missing = TableReader.tables(full).getFirst();
            Copy.rows(full, engine, table -> !table.name().equals(missing.name()));
            assertThatExceptionOfType(UnfitDataException.class)
                .isThrownBy(() -> workload.on(engine, config()).resume())
                .withMessageContaining("table " + missing.name() + " has 0 rows")
                .matches(UnfitDataException::incomplete);
        }
    }

    private Map<Setting, Long> scale() {
        final Map<Setting, Long> scale = new HashMap<>(values);
        scale.keySet().removeIf(setting -> setting.kind() != Setting.Kind.SCALE);
        return scale;
    }
}
