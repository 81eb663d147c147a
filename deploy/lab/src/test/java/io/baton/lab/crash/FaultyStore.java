package io.baton.lab.crash;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.smallbank.schema.CheckingTable;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What is in the store of a {@link FaultyChild}. Close it before the workload registers what it has. */
final class FaultyStore implements AutoCloseable {

    private final Engine engine;
    private final Procedure<long[]> read;

    FaultyStore(Engine engine) {
        this.engine = engine;
        this.read = engine.register(new ReadBalances(), long[].class);
    }

    boolean isLoaded() {
        return engine.rows(CheckingTable.TABLE) > 0;
    }

    private long[] balances() {
        return engine.call(read, BankSequence.customer(0, 0), (long) BankSequence.CUSTOMERS);
    }

    /** How many transactions lead to the balances, all of which were answered. */
    long steps() {
        final BankSequence walk = new BankSequence(FaultyChild.SEED, 0);
        final long[] balances = balances();
        while (!walk.equalTo(balances)) {
            walk.next();
        }
        return walk.steps();
    }

    /** What a judge of {@code baton crash} would tell. */
    String[] line() {
        return (BankLedger.BALANCES + " 0 "
            + Arrays.stream(balances()).mapToObj(Long::toString).collect(Collectors.joining(" "))).split(" ", -1);
    }

    @Override
    public void close() {
        engine.unregister(read);
    }
}
