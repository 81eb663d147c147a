package io.baton.history.check;

import io.baton.history.History;
import io.baton.history.HistoryOperation;
import io.baton.history.HistoryOutcome;
import io.baton.history.RecordedColumn;
import io.baton.history.RecordedIndex;
import io.baton.history.RecordedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A history made by hand or by chance, in memory. Keys are rows of one table, or prefixes of its one index. */
final class HandHistory implements History {

    private static final RecordedTable TABLE = new RecordedTable(
        "t", 0, false, List.of(RecordedColumn.integer("id", 64)),
        List.of(new RecordedIndex("t.by_x", 1, List.of(RecordedColumn.integer("x", 64)))));

    /** An operation; mutable, because tests plant mistakes in it. */
    static final class Op {
        HistoryOperation kind;
        final long key;
        long version;

        Op(HistoryOperation kind, long key, long version) {
            this.kind = kind;
            this.key = key;
            this.version = version;
        }

        @Override
        public String toString() {
            return kind.name().toLowerCase(Locale.ROOT) + " " + key + "@" + version;
        }
    }

    /** A transaction, built by chaining. */
    static final class Txn {
        final long begin;
        long point;
        final long end;
        HistoryOutcome outcome = HistoryOutcome.COMMITTED;
        final List<Op> ops = new ArrayList<>();

        Txn(long begin, long end) {
            this.begin = begin;
            this.point = end;
            this.end = end;
        }

        Txn read(long key, long version) {
            return add(HistoryOperation.READ, key, version);
        }

        Txn write(long key, long version) {
            return add(HistoryOperation.UPDATE, key, version);
        }

        Txn missing(long key, long version) {
            return add(HistoryOperation.READ_ABSENT, key, version);
        }

        Txn insert(long key, long version) {
            return add(HistoryOperation.INSERT, key, version);
        }

        Txn delete(long key, long version) {
            return add(HistoryOperation.DELETE, key, version);
        }

        Txn replace(long key, long version) {
            return add(HistoryOperation.REPLACE, key, version);
        }

        Txn scan(long prefix, long version) {
            return add(HistoryOperation.SCAN, prefix, version);
        }

        Txn change(long prefix, long version) {
            return add(HistoryOperation.CHANGE, prefix, version);
        }

        Txn ends(HistoryOutcome newOutcome) {
            outcome = newOutcome;
            return this;
        }

        Txn add(HistoryOperation kind, long key, long version) {
            ops.add(new Op(kind, key, version));
            return this;
        }

        @Override
        public String toString() {
            return outcome + " " + begin + "-" + end + " " + ops;
        }
    }

    final List<Txn> transactions = new ArrayList<>();
    private int at = -1;
    private int op = -1;

    /** Adds a transaction that overlaps with all others in time. */
    Txn txn() {
        return txn(0, 1_000_000);
    }

    Txn txn(long begin, long end) {
        final Txn txn = new Txn(begin, end);
        transactions.add(txn);
        return txn;
    }

    Verdict check() {
        return check(1 << 20);
    }

    Verdict check(long memoryBytes) {
        rewind();
        return new HistoryChecker(this, memoryBytes).check();
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < transactions.size(); i++) {
            text.append("\n  T").append(i).append(": ").append(transactions.get(i));
        }
        return text.toString();
    }

    @Override
    public List<RecordedTable> tables() {
        return List.of(TABLE);
    }

    @Override
    public void rewind() {
        at = -1;
    }

    @Override
    public boolean next() {
        op = -1;
        return ++at < transactions.size();
    }

    @Override
    public int client() {
        return at;
    }

    @Override
    public long sequence() {
        return 0;
    }

    @Override
    public HistoryOutcome outcome() {
        return transactions.get(at).outcome;
    }

    @Override
    public long beginNanos() {
        return transactions.get(at).begin;
    }

    @Override
    public long pointNanos() {
        return transactions.get(at).point;
    }

    @Override
    public long endNanos() {
        return transactions.get(at).end;
    }

    @Override
    public boolean nextOperation() {
        return ++op < transactions.get(at).ops.size();
    }

    @Override
    public HistoryOperation kind() {
        return operation().kind;
    }

    @Override
    public int table() {
        return 0;
    }

    @Override
    public int index() {
        return kind().prefix() ? 0 : -1;
    }

    @Override
    public long key() {
        return operation().key;
    }

    @Override
    public long version() {
        return operation().version;
    }

    @Override
    public int scan() {
        return 0;
    }

    @Override
    public long lowSuffix() {
        return 0;
    }

    @Override
    public long highSuffix() {
        return 0;
    }

    private Op operation() {
        return transactions.get(at).ops.get(op);
    }
}
