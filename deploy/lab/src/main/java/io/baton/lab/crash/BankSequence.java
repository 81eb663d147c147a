package io.baton.lab.crash;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The transactions of one client of SmallBank, and the balances that they lead to. A client has customers of its own;
 * the first of them only gets money, so that others can tell from its balance how much of the sequence they have seen.
 * One thread.
 */
final class BankSequence {

    /** Customers of a client. */
    static final int CUSTOMERS = 8;
    /** What each account has at first. */
    static final long CENTS = 10_000_00;

    private static final int CENTS_MAX = 100_00;
    private static final BankStep.Kind[] KINDS = BankStep.Kind.values();

    private final int client;
    private final SplittableRandom random;
    private final long[] savings = new long[CUSTOMERS];
    private final long[] checking = new long[CUSTOMERS];
    private long steps;

    BankSequence(long seed, int client) {
        this.client = client;
        this.random = new SplittableRandom(seed * 1_000_003 + client);
        Arrays.fill(savings, CENTS);
        Arrays.fill(checking, CENTS);
    }

    private BankSequence(BankSequence other) {
        client = other.client;
        random = new SplittableRandom(0);
        System.arraycopy(other.savings, 0, savings, 0, CUSTOMERS);
        System.arraycopy(other.checking, 0, checking, 0, CUSTOMERS);
        steps = other.steps;
    }

    /** The number of a client's customer, which the tables know it by. */
    static long customer(int client, int index) {
        return (long) client * CUSTOMERS + index + 1;
    }

    /** How many transactions the balances are of. */
    long steps() {
        return steps;
    }

    /** The balances now; it takes no steps. */
    BankSequence balances() {
        return new BankSequence(this);
    }

    /** Goes on until the balances are those after so many transactions. */
    BankSequence goTo(long number) {
        while (steps < number) {
            next();
        }
        return this;
    }

    /** Draws the next transaction, and changes the balances as it will. */
    BankStep next() {
        steps++;
        final BankStep.Kind kind = KINDS[random.nextInt(KINDS.length)];
        final int from = kind == BankStep.Kind.DEPOSIT ? random.nextInt(CUSTOMERS) : 1 + random.nextInt(CUSTOMERS - 1);
        final int to = 1 + (from + random.nextInt(CUSTOMERS - 2)) % (CUSTOMERS - 1);
        final long cents = 1 + random.nextLong(CENTS_MAX);
        return switch (kind) {
            case DEPOSIT -> deposit(from, cents);
            case SAVE -> save(from, random.nextBoolean() && savings[from] >= cents ? -cents : cents);
            case PAY -> checking[from] >= cents ? pay(from, to, cents) : deposit(from, cents);
            case AMALGAMATE -> amalgamate(from, to);
            case CHECK -> savings[from] + checking[from] >= cents ? check(from, cents) : deposit(from, cents);
        };
    }

    private BankStep deposit(int from, long cents) {
        checking[from] += cents;
        return step(BankStep.Kind.DEPOSIT, from, from, cents);
    }

    private BankStep save(int from, long cents) {
        savings[from] += cents;
        return step(BankStep.Kind.SAVE, from, from, cents);
    }

    private BankStep pay(int from, int to, long cents) {
        checking[from] -= cents;
        checking[to] += cents;
        return step(BankStep.Kind.PAY, from, to, cents);
    }

    private BankStep amalgamate(int from, int to) {
        checking[to] += savings[from] + checking[from];
        savings[from] = 0;
        checking[from] = 0;
        return step(BankStep.Kind.AMALGAMATE, from, to, 0);
    }

    private BankStep check(int from, long cents) {
        checking[from] -= cents;
        return step(BankStep.Kind.CHECK, from, from, cents);
    }

    private BankStep step(BankStep.Kind kind, int from, int to, long cents) {
        return new BankStep(kind, customer(client, from), customer(client, to), cents);
    }

    /** What the first customer has, which never gets less. */
    long counter() {
        return savings[0] + checking[0];
    }

    /** Whether these are the balances; savings and checking account of each customer in turn. */
    boolean equalTo(long[] balances) {
        for (int i = 0; i < CUSTOMERS; i++) {
            if (balances[2 * i] != savings[i] || balances[2 * i + 1] != checking[i]) {
                return false;
            }
        }
        return true;
    }

    /** How other balances differ, for people. */
    String difference(long[] balances) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < CUSTOMERS; i++) {
            if (balances[2 * i] != savings[i] || balances[2 * i + 1] != checking[i]) {
                text.append(text.isEmpty() ? "" : ", ").append("customer ").append(customer(client, i)).append(" has ")
                    .append(balances[2 * i]).append(" and ").append(balances[2 * i + 1]).append(" instead of ")
                    .append(savings[i]).append(" and ").append(checking[i]);
            }
        }
        return text.toString();
    }
}
