package io.baton.lab.load;

import static io.baton.lock.LockMode.EXCLUSIVE;
import static io.baton.lock.LockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.lock.LockList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Traces keep their transactions in order, and clients share them out without loss. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class LockTraceTest {

    @Test
    void locksAreSortedAndDuplicatesHaveTheStrongerMode() {
        final LockTraceBuilder builder = new LockTraceBuilder();
        builder.add(7, EXCLUSIVE);
        builder.add(3, SHARED);
        builder.add(7, SHARED);
        builder.add(3, SHARED);
        builder.add(5, SHARED);
        builder.add(5, EXCLUSIVE);
        builder.end(2);
        final LockTrace trace = builder.build(8);
        assertThat(trace.size(0)).isEqualTo(3);
        assertThat(locks(trace, 0)).containsExactly("3 SHARED", "5 EXCLUSIVE", "7 EXCLUSIVE");
        assertThat(trace.type(0)).isEqualTo(2);
        assertThat(trace.requests()).isEqualTo(3);
        assertThat(trace.exclusiveRequests()).isEqualTo(2);
        assertThat(trace.locks()).isEqualTo(8);
    }

    @Test
    void transactionsWithoutLocksAreOnlyCounted() {
        final LockTraceBuilder builder = new LockTraceBuilder();
        builder.end(1);
        builder.add(0, SHARED);
        builder.end(255);
        builder.end(1);
        final LockTrace trace = builder.build(1);
        assertThat(trace.transactions()).isEqualTo(1);
        assertThat(trace.type(0)).isEqualTo(255);
        assertThat(trace.lockless()).isEqualTo(2);
    }

    @Test
    void sixteenLocksFitAndSeventeenDoNot() {
        final LockTraceBuilder builder = new LockTraceBuilder();
        for (int slot = 0; slot < LockTrace.LOCKS_MAX; slot++) {
            builder.add(slot, SHARED);
            builder.add(slot, EXCLUSIVE);
        }
        builder.end(1);
        assertThat(builder.build(16).size(0)).isEqualTo(16);
        for (int slot = 0; slot <= LockTrace.LOCKS_MAX; slot++) {
            builder.add(slot, SHARED);
        }
        assertThatThrownBy(() -> builder.end(1)).hasMessageContaining("17 locks");
    }

    @Test
    void growsToManyTransactions() {
        final int transactions = 50_000;
        final LockTraceBuilder builder = new LockTraceBuilder();
        for (int i = 0; i < transactions; i++) {
            builder.add(i, EXCLUSIVE);
            builder.add(2 * i, SHARED);
            builder.end(i % 255 + 1);
        }
        final LockTrace trace = builder.build(2 * transactions);
        for (int i = 1; i < transactions; i++) {
            assertThat(locks(trace, i)).containsExactly(i + " EXCLUSIVE", 2 * i + " SHARED");
            assertThat(trace.type(i)).isEqualTo(i % 255 + 1);
        }
    }

    @Test
    void clientsRunEveryNthTransactionAndBeginAgain() {
        final LockTrace trace = numbered(7);
        assertThat(run(trace, 0, 3, 6)).containsExactly(0, 3, 6, 2, 5, 1);
        assertThat(run(trace, 2, 3, 4)).containsExactly(2, 5, 1, 4);
        assertThat(run(trace, 9, 10, 3)).containsExactly(2, 5, 1);
        assertThat(run(trace, 0, 1, 8)).containsExactly(0, 1, 2, 3, 4, 5, 6, 0);
        assertThat(run(trace, 3, 7, 3)).containsExactly(3, 3, 3);
    }

    @Test
    void senselessClientOrTraceIsRefused() {
        assertThatThrownBy(() -> new TraceLoad(numbered(3), 2, 2)).hasMessageContaining("no client 2 of 2");
        assertThatThrownBy(() -> new TraceLoad(numbered(3), -1, 2)).hasMessageContaining("no client -1 of 2");
        assertThatThrownBy(() -> new TraceLoad(numbered(0), 0, 1)).hasMessageContaining("no transactions");
    }

    @Test
    void slotsAndTypesOutOfRangeAreRefused() {
        final LockTraceBuilder builder = new LockTraceBuilder();
        assertThatThrownBy(() -> builder.add(-1, SHARED)).hasMessageContaining("slot -1");
        assertThatThrownBy(() -> builder.add(LockTrace.SLOTS_MAX, SHARED)).hasMessageContaining("out of range");
        assertThatThrownBy(() -> builder.end(0)).hasMessageContaining("type 0");
        assertThatThrownBy(() -> builder.end(256)).hasMessageContaining("type 256");
        builder.add(LockTrace.SLOTS_MAX - 1, EXCLUSIVE);
        builder.end(1);
        assertThat(builder.build(builder.locks()).slot(0, 0)).isEqualTo(LockTrace.SLOTS_MAX - 1);
        assertThatThrownBy(() -> builder.build(5)).hasMessageContaining("5 locks do not contain slot");
    }

    /** Transaction i locks slot i alone. */
    private static LockTrace numbered(int transactions) {
        final LockTraceBuilder builder = new LockTraceBuilder();
        for (int i = 0; i < transactions; i++) {
            builder.add(i, EXCLUSIVE);
            builder.end(i + 1);
        }
        return builder.build(transactions);
    }

    private static List<Integer> run(LockTrace trace, int client, int clients, int count) {
        final TraceLoad load = new TraceLoad(trace, client, clients);
        final LockList locks = new LockList();
        final List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final int type = load.next(locks);
            assertThat(locks.size()).isEqualTo(1);
            assertThat(type).isEqualTo(locks.slot(0) + 1);
            seen.add(locks.slot(0));
        }
        return seen;
    }

    private static List<String> locks(LockTrace trace, int transaction) {
        final LockList list = new LockList();
        trace.copyLocks(transaction, list);
        final List<String> text = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            assertThat(trace.slot(transaction, i)).isEqualTo(list.slot(i));
            assertThat(trace.mode(transaction, i)).isEqualTo(list.mode(i));
            text.add(list.slot(i) + " " + list.mode(i));
        }
        return text;
    }
}
