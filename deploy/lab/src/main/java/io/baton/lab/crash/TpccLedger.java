package io.baton.lab.crash;

import io.baton.tpcc.schema.Scale;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;

/** Knows which orders, payments and deliveries of TPC-C were acknowledged, or were in a store that was recovered. */
final class TpccLedger implements Ledger {

    private static final long MISSING = -1;

    /** The places of numbers in the judge's line of an order. */
    private static final int ORDER = 3;
    private static final int LINES = 4;
    private static final int LINES_THERE = 5;
    private static final int LINES_DELIVERED = 6;
    private static final int WAITS = 7;
    private static final int HAS_CARRIER = 8;

    /** By order, its number of lines; 0 if another customer was shown it and its own client was not told yet. */
    private final Long2LongHashMap orders = new Long2LongHashMap(MISSING);
    private final LongHashSet payments = new LongHashSet();
    private final LongHashSet delivered = new LongHashSet();
    /** Of workers: each numbers its payments from another number on. */
    private int workers;

    @Override
    public String forWorker() {
        return Integer.toString(++workers);
    }

    @Override
    public void note(String[] words) {
        switch (words[0]) {
            case TpccLines.NEW_ORDER -> orders.put(TpccLines.key(words), Long.parseLong(words[LINES]));
            case TpccLines.PAYMENT -> payments.add(TpccLines.key(words));
            case TpccLines.DELIVERY -> delivered.add(TpccLines.key(words));
            case TpccLines.SAW -> {
                final long key = TpccLines.key(words);
                if (!orders.containsKey(key)) {
                    orders.put(key, 0);
                }
            }
            default -> {
                // Not about transactions.
            }
        }
    }

    @Override
    public Ledger copy() {
        final TpccLedger copy = new TpccLedger();
        copy.orders.putAll(orders);
        copy.payments.addAll(payments);
        copy.delivered.addAll(delivered);
        return copy;
    }

    @Override
    public CrashFindings judge(List<String[]> state, Ledger latest) {
        final CrashFindings findings = new CrashFindings();
        final LongHashSet ordersThere = new LongHashSet();
        final LongHashSet paymentsThere = new LongHashSet();
        final LongHashSet deliveredThere = new LongHashSet();
        for (final String[] words : state) {
            switch (words[0]) {
                case TpccLines.ORDER -> {
                    if (isNew(words)) {
                        ordersThere.add(TpccLines.key(words));
                    }
                    if (words[HAS_CARRIER].equals("1")) {
                        deliveredThere.add(TpccLines.key(words));
                    }
                    judgeOrder(words, findings);
                }
                case TpccLines.HISTORY -> paymentsThere.add(TpccLines.key(words));
                case TpccLines.VIOLATED -> findings.half("condition " + String.join(" ", words).substring(
                    TpccLines.VIOLATED.length() + 1));
                default -> {
                    // Not about rows.
                }
            }
        }
        final LongHashSet known = new LongHashSet();
        known.addAll(orders.keySet());
        compare("new order", known, ordersThere, findings);
        compare("payment", payments, paymentsThere, findings);
        compare("delivered order", delivered, deliveredThere, findings);
        return findings;
    }

    /** Whether an order was not loaded. */
    private static boolean isNew(String[] words) {
        return Long.parseLong(words[ORDER]) > Scale.ORDERS;
    }

    private void judgeOrder(String[] words, CrashFindings findings) {
        final String order = "the order at " + TpccLines.text(TpccLines.key(words));
        final long lines = Long.parseLong(words[LINES]);
        final long linesThere = Long.parseLong(words[LINES_THERE]);
        final long linesDelivered = Long.parseLong(words[LINES_DELIVERED]);
        final boolean hasCarrier = words[HAS_CARRIER].equals("1");
        if (lines != linesThere) {
            findings.half(order + " has " + linesThere + " lines of " + lines);
        }
        if (words[WAITS].equals("1") == hasCarrier) {
            findings.half(order + (hasCarrier ? " has a carrier and waits for delivery"
                : " has no carrier and does not wait for delivery"));
        }
        if (linesDelivered != (hasCarrier ? linesThere : 0)) {
            findings.half(order + " has " + linesDelivered + " delivered lines of " + linesThere + " and "
                + (hasCarrier ? "a carrier" : "no carrier"));
        }
        final long acknowledged = orders.get(TpccLines.key(words));
        if (acknowledged > 0 && acknowledged != lines) {
            findings.half(order + " was acknowledged with " + acknowledged + " lines and has " + lines);
        }
    }

    private static void compare(String what, LongHashSet known, LongHashSet there, CrashFindings findings) {
        for (final long key : known) {
            if (!there.contains(key)) {
                findings.lost(1, "the " + what + " at " + TpccLines.text(key) + " was acknowledged and is not there");
            }
        }
        long more = 0;
        for (final long key : there) {
            if (!known.contains(key)) {
                more++;
            }
        }
        findings.unacknowledged(more);
    }

    @Override
    public void adopt(List<String[]> state) {
        for (final String[] words : state) {
            if (words[0].equals(TpccLines.HISTORY)) {
                payments.add(TpccLines.key(words));
            } else if (words[0].equals(TpccLines.ORDER)) {
                if (isNew(words)) {
                    orders.put(TpccLines.key(words), Long.parseLong(words[LINES]));
                }
                if (words[HAS_CARRIER].equals("1")) {
                    delivered.add(TpccLines.key(words));
                }
            }
        }
    }
}
