package io.baton.smallbank;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Session;
import java.util.List;
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
 *     try (Session session = engine.session()) {
 *         SmallBankTerminal terminal = bank.terminal(session, 0);
 *         ...
 *     }
 *     bank.check();
 * }
 * </pre>
 */
public final class SmallBank {

    private final Engine engine;
    private final SmallBankConfig config;
    private final Procedures procedures;
    private final ConsistencyCheck consistencyCheck;
    private final List<SmallBankTerminal> terminals = new CopyOnWriteArrayList<>();
    private volatile long initialCents;

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

    /**
     * Returns how many rows {@link #load} will load.
     *
     * @return so many
     */
    public long rowsToLoad() {
        return (long) config.accounts() * Population.ROWS_PER_CUSTOMER;
    }

    /**
     * Loads the initial rows, on as many threads as there are processors. The same seed gives the same rows.
     *
     * @param rowsLoaded is told on the calling thread, now and then, how many rows came
     * @throws IllegalStateException if the engine has been called already
     */
    public void load(LongConsumer rowsLoaded) {
        initialCents = new Population(config).load(engine, rowsLoaded);
    }

    /**
     * Makes a terminal.
     *
     * @param session a session of the engine, for this terminal alone
     * @param number the terminal's number, 0 or more: gives its random inputs
     * @return the terminal
     */
    public SmallBankTerminal terminal(Session session, int number) {
        if (number < 0) {
            throw new IllegalArgumentException("terminal " + number + ": give a number from 0");
        }
        final SmallBankTerminal terminal =
            new SmallBankTerminal(session, procedures, new InputSource(config, number));
        terminals.add(terminal);
        return terminal;
    }

    /**
     * Checks that the data are consistent, while no terminal is at work. With an engine that serves one client only,
     * close that client's session first.
     *
     * @return the results by the condition's name
     */
    public SequencedMap<String, ConditionResult> check() {
        return consistencyCheck.run(initialCents, addedCents());
    }

    /**
     * Returns how much money was loaded.
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
