package io.baton.lab.crash;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Knows how many transactions each client of SmallBank was told are committed, and what others have seen of them. */
final class BankLedger implements Ledger {

    /** A worker's line: client, and how many of its transactions are committed. */
    static final String ACKNOWLEDGED = "acknowledged";
    /** A worker's line: reader, the client whose first customer it has read, and the money of that customer. */
    static final String SAW = "saw";
    /** A judge's line: client, then savings and checking account of each of its customers. */
    static final String BALANCES = "balances";

    private static final int NOWHERE = -1;

    private final long seed;
    private final long[] acknowledged;
    private final long[] seen;

    BankLedger(long seed, int clients) {
        this(seed, new long[clients], new long[clients]);
    }

    private BankLedger(long seed, long[] acknowledged, long[] seen) {
        this.seed = seed;
        this.acknowledged = acknowledged;
        this.seen = seen;
    }

    @Override
    public String forWorker() {
        return Arrays.stream(acknowledged).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    @Override
    public void note(String[] words) {
        if (words[0].equals(ACKNOWLEDGED)) {
            acknowledged[Integer.parseInt(words[1])] = Long.parseLong(words[2]);
        } else if (words[0].equals(SAW)) {
            final int owner = Integer.parseInt(words[2]);
            seen[owner] = Math.max(seen[owner], Long.parseLong(words[3]));
        }
    }

    @Override
    public Ledger copy() {
        return new BankLedger(seed, acknowledged.clone(), seen.clone());
    }

    @Override
    public CrashFindings judge(List<String[]> state, Ledger latest) {
        final CrashFindings findings = new CrashFindings();
        final boolean[] told = new boolean[acknowledged.length];
        for (final String[] words : state) {
            if (words[0].equals(BALANCES)) {
                final int client = Integer.parseInt(words[1]);
                told[client] = true;
                judge(client, balances(words), ((BankLedger) latest).acknowledged[client] + 1, findings);
            }
        }
        for (int client = 0; client < told.length; client++) {
            if (!told[client]) {
                findings.lost(acknowledged[client], "client " + client + ": its customers are not all there");
            }
        }
        return findings;
    }

    private void judge(int client, long[] balances, long latest, CrashFindings findings) {
        final long least = acknowledged[client];
        final long found = find(client, balances, least, latest);
        if (found >= least) {
            findings.unacknowledged(found - least);
        } else if (found != NOWHERE) {
            findings.lost(least - found, "client " + client + ": " + least
                + " transactions were acknowledged, the balances are those after " + found);
        } else {
            findings.half("client " + client + ": after " + least + " acknowledged transactions the balances are of no"
                + " number of them; " + new BankSequence(seed, client).goTo(least).difference(balances));
        }
        final long counter = balances[0] + balances[1];
        if (counter < seen[client]) {
            findings.lost(1, "client " + client + ": another one was told that its first customer has " + seen[client]
                + " cents, and there are " + counter);
        }
    }

    /** After how many transactions the balances are these: the fewest from the least on, else the most below. */
    private long find(int client, long[] balances, long least, long latest) {
        final BankSequence walk = new BankSequence(seed, client);
        long found = walk.equalTo(balances) ? 0 : NOWHERE;
        while (walk.steps() < latest && found < least) {
            walk.next();
            if (walk.equalTo(balances)) {
                found = walk.steps();
            }
        }
        return found;
    }

    @Override
    public void adopt(List<String[]> state) {
        for (final String[] words : state) {
            if (words[0].equals(BALANCES)) {
                final int client = Integer.parseInt(words[1]);
                final long least = acknowledged[client];
                acknowledged[client] = Math.max(least, find(client, balances(words), least, least + 1));
            }
        }
    }

    private static long[] balances(String[] words) {
        return Arrays.stream(words).skip(2).mapToLong(Long::parseLong).toArray();
    }
}
