package io.baton.lab.crash;

import io.baton.engine.BulkLoad;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.lab.child.ChildLines;
import io.baton.smallbank.Amalgamate;
import io.baton.smallbank.Balance;
import io.baton.smallbank.DepositChecking;
import io.baton.smallbank.SendPayment;
import io.baton.smallbank.TransactSavings;
import io.baton.smallbank.WriteCheck;
import io.baton.smallbank.schema.AccountTable;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** SmallBank: each client works on its own customers, and now and then reads the first one of another client. */
final class BankWork implements CrashWork {

    /** One in so many transactions reads. */
    private static final int READS = 8;

    private final Engine engine;
    private final long seed;
    private final int clients;
    private final long[] done;
    private final Procedure<Long> amalgamate;
    private final Procedure<Long> balance;
    private final Procedure<Long> deposit;
    private final Procedure<Long> pay;
    private final Procedure<Long> save;
    private final Procedure<Long> check;
    private final Procedure<long[]> read;

    /** What was done before is how many transactions of each client are in the store, with commas between. */
    BankWork(Engine engine, long seed, int clients, String done) {
        this.engine = engine;
        this.seed = seed;
        this.clients = clients;
        this.done = Arrays.stream(done.split(",", -1)).mapToLong(Long::parseLong).toArray();
        amalgamate = engine.register(new Amalgamate(), Long.class);
        balance = engine.register(new Balance(), Long.class);
        deposit = engine.register(new DepositChecking(), Long.class);
        pay = engine.register(new SendPayment(), Long.class);
        save = engine.register(new TransactSavings(), Long.class);
        check = engine.register(new WriteCheck(), Long.class);
        read = engine.register(new ReadBalances(), long[].class);
    }

    static String name(long customer) {
        return String.format(Locale.ROOT, "%016d", customer);
    }

    @Override
    public boolean isLoaded() {
        return engine.rows(CheckingTable.TABLE) > 0;
    }

    @Override
    public void load() {
        BulkLoad.run(engine, clients, this::load, rows -> {});
    }

    private void load(int client, Loader loader) {
        for (int i = 0; i < BankSequence.CUSTOMERS; i++) {
            final long customer = BankSequence.customer(client, i);
            loader.insert(loader.row(AccountTable.TABLE, AccountTable.key(customer))
                .set(AccountTable.NAME, name(customer)));
            loader.insert(loader.row(SavingsTable.TABLE, SavingsTable.key(customer))
                .set(SavingsTable.BALANCE, BankSequence.CENTS));
            loader.insert(loader.row(CheckingTable.TABLE, CheckingTable.key(customer))
                .set(CheckingTable.BALANCE, BankSequence.CENTS));
        }
    }

    @Override
    public void tellState(ChildLines lines) {
        for (int client = 0; client < clients; client++) {
            final long[] balances =
                engine.call(read, BankSequence.customer(client, 0), (long) BankSequence.CUSTOMERS);
            if (balances.length > 0) {
                lines.line(BankLedger.BALANCES + " " + client + " "
                    + Arrays.stream(balances).mapToObj(Long::toString).collect(Collectors.joining(" ")));
            }
        }
    }

    @Override
    public Client client(Session session, int number, ChildLines lines) {
        return new BankClient(session, number, lines);
    }

    /** One client, which goes on where the store ended. */
    private final class BankClient implements Client {

        private final Session session;
        private final int number;
        private final ChildLines lines;
        private final BankSequence sequence;
        private final SplittableRandom random;

        BankClient(Session session, int number, ChildLines lines) {
            this.session = session;
            this.number = number;
            this.lines = lines;
            this.sequence = new BankSequence(seed, number).goTo(done[number]);
            this.random = new SplittableRandom(seed ^ sequence.steps() << Integer.SIZE ^ number);
        }

        @Override
        public void step() {
            if (random.nextInt(READS) == 0) {
                final int owner = random.nextInt(clients);
                final long cents =
                    committed(session.execute(balance, name(BankSequence.customer(owner, 0))));
                lines.line(BankLedger.SAW + " " + number + " " + owner + " " + cents);
            } else {
                committed(execute(sequence.next()));
                lines.line(BankLedger.ACKNOWLEDGED + " " + number + " " + sequence.steps());
            }
        }

        private Outcome<Long> execute(BankStep step) {
            return switch (step.kind()) {
                case DEPOSIT -> session.execute(deposit, name(step.from()), step.cents());
                case SAVE -> session.execute(save, name(step.from()), step.cents());
                case PAY -> session.execute(pay, step.from(), step.to(), step.cents());
                case AMALGAMATE -> session.execute(amalgamate, step.from(), step.to());
                case CHECK -> session.execute(check, name(step.from()), step.cents());
            };
        }

        /** No other end is expected: the sequence knows the balances, and the limits of time are far away. */
        private static long committed(Outcome<Long> outcome) {
            if (outcome instanceof Outcome.Committed<Long>(Long result)) {
                return result;
            }
            throw new IllegalStateException("a transaction was not committed: " + outcome);
        }
    }
}
