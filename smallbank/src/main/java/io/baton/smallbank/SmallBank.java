package io.baton.smallbank;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Session;
import io.baton.smallbank.schema.AccountTable;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.workload.ConditionResult;
import io.baton.workload.EngineWorkload;
import io.baton.workload.Remarks;
import io.baton.workload.StoredRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;

/**
 * The workload on one engine. Thread-safe once loaded; at most one for an engine, as it registers its procedures.
 *
 * <pre>
 * try (Engine engine = SmallBank.addTables(Engine.builder(), 1_000_000).open()) {
 *     SmallBank bank = new SmallBank(engine, new SmallBankConfig(1_000_000, seed, 90, 4));
 *     bank.load(rows -&gt; { });
 *     try (SmallBankTerminal terminal = bank.terminal(engine.session(), 0)) {
 *         ...
 *     }
 *     bank.check(false);
 * }
 * </pre>
 */
public final class SmallBank implements EngineWorkload {

    private static final double CENTS = 100;

    private final Engine engine;
    private final SmallBankConfig config;
    private final Procedures procedures;
    private final ConsistencyCheck consistencyCheck;
    private final List<SmallBankTerminal> terminals = new CopyOnWriteArrayList<>();
    private volatile long initialCents;
    private volatile boolean resumed;
    private volatile long addedElsewhere;

    /**
     * Registers the procedures.
     *
     * @param engine an engine with the tables that {@link #addTables} has added
     * @param config what is to be run
     */
    public SmallBank(Engine engine, SmallBankConfig config) {
        this.engine = engine;
        this.config = config;
        this.procedures = Procedures.register(engine);
        this.consistencyCheck = new ConsistencyCheck(engine, config.accounts());
    }

    /**
     * Adds the three tables to an engine that is to be opened.
     *
     * @param builder the engine's builder
     * @param accounts the scale
     * @return the builder
     */
    public static EngineBuilder addTables(EngineBuilder builder, int accounts) {
        SmallBankConfig.checkAccounts(accounts);
        return builder
            .table(AccountTable.TABLE, accounts)
            .table(SavingsTable.TABLE, accounts)
            .table(CheckingTable.TABLE, accounts);
    }

    @Override
    public long rowsToLoad() {
        return (long) config.accounts() * Population.ROWS_PER_CUSTOMER;
    }

    /** Loads the initial rows, on as many threads as there are processors. */
    @Override
    public void load(LongConsumer rowsLoaded) {
        initialCents = new Population(config).load(engine, rowsLoaded);
    }

    /** Counts the money that is there. */
    @Override
    public boolean resume() {
        if (!storedRows(engine).fit(config.accounts())) {
            return false;
        }
        initialCents = consistencyCheck.cents();
        resumed = true;
        return true;
    }

    static StoredRows storedRows(Engine engine) {
        return new StoredRows(engine, SmallBankWorkload.ACCOUNTS, AccountTable.TABLE)
            .atLeast(SavingsTable.TABLE, accounts -> accounts)
            .atLeast(CheckingTable.TABLE, accounts -> accounts);
    }

    @Override
    public SmallBankTerminal terminal(Session session, int number) {
        if (number < 0) {
            throw new IllegalArgumentException("terminal " + number + ": give a number from 0");
        }
        final SmallBankTerminal terminal =
            new SmallBankTerminal(session, procedures, new InputSource(config, number));
        terminals.add(terminal);
        return terminal;
    }

    /** The money is compared with what was there at first; not before a terminal is open, if it was just counted. */
    @Override
    public SequencedMap<String, ConditionResult> check(boolean loadedOnly) {
        final SequencedMap<String, ConditionResult> results =
            consistencyCheck.run(initialCents, addedCents() + addedElsewhere);
        if (resumed && terminals.isEmpty()) {
            results.remove(Condition.MONEY.toString());
        }
        return results;
    }

    /** The effect of calls is the cents that they have added. */
    @Override
    public void calledElsewhere(long effect) {
        addedElsewhere = effect;
    }

    @Override
    public Remarks remarks() {
        final SequencedMap<String, String> facts = new LinkedHashMap<>();
        facts.put("Hot set", String.format(Locale.ROOT, "%d %% of transactions on %d %% of accounts (%,d)",
            config.hotTransactionsPercent(), config.hotAccountsPercent(), config.hotAccounts()));
        facts.put("Money", String.format(Locale.ROOT, "%,.2f at first; %,.2f added since the start",
            initialCents() / CENTS, addedCents() / CENTS));
        final SequencedMap<String, Object> json = new LinkedHashMap<>();
        json.put("hotTransactionsPercent", config.hotTransactionsPercent());
        json.put("hotAccountsPercent", config.hotAccountsPercent());
        json.put("hotAccounts", config.hotAccounts());
        json.put("initialCents", initialCents());
        json.put("addedCents", addedCents());
        return new Remarks(facts, json);
    }

    /**
     * Returns how much money was loaded, or was there when the bank went on with what a store had.
     *
     * @return cents
     */
    public long initialCents() {
        return initialCents;
    }

    /**
     * Returns how much money the committed transactions of all terminals reported to have added, while none is at work.
     *
     * @return cents, less than 0 if they took more than they added
     */
    public long addedCents() {
        return terminals.stream().mapToLong(SmallBankTerminal::addedCents).sum();
    }
}
