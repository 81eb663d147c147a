package io.baton.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.history.HistoryOperation;
import io.baton.history.HistoryOutcome;
import io.baton.history.check.HandHistory.Op;
import io.baton.history.check.HandHistory.Txn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The checker against histories by chance: serial ones, the same with mistakes, and small ones of any kind. */
@Timeout(60)
class RandomHistoriesTest {

    private static final int HISTORIES = 2_000;
    private static final int SMALL_HISTORIES = 4_000;
    /** By how much -Pslow has more. */
    private static final int TIMES_SLOW = 25;
    private static final List<HistoryOperation> OVER_A_ROW =
        List.of(HistoryOperation.UPDATE, HistoryOperation.UPDATE, HistoryOperation.DELETE, HistoryOperation.REPLACE);
    private static final List<String> MISTAKES = List.of("swapped versions", "dropped write", "stale read",
        "intermediate read", "stale read of an aborted transaction", "wrong existence");
    /** Added to a key it is the name of the row's presence. */
    private static final long PRESENCE = 1_000_000;

    @Test
    void serialHistoriesPassHoweverTheyAreParted() {
        pass(HISTORIES);
    }

    @Tag("slow")
    @Timeout(600)
    @Test
    void moreSerialHistoriesPassHoweverTheyAreParted() {
        pass(TIMES_SLOW * HISTORIES);
    }

    private static void pass(int histories) {
        for (long seed = 0; seed < histories; seed++) {
            final HandHistory history = serial(new SplittableRandom(seed));
            final Verdict verdict = history.check(seed % 3 == 0 ? 1 : 1 << 20);
            assertThat(verdict.serializable()).as("seed %d: %s %s", seed, verdict, history).isTrue();
        }
    }

    @Test
    void serialHistoriesWithAMistakeFail() {
        fail(HISTORIES);
    }

    @Tag("slow")
    @Timeout(600)
    @Test
    void moreSerialHistoriesWithAMistakeFail() {
        fail(TIMES_SLOW * HISTORIES);
    }

    private static void fail(int histories) {
        final Map<String, Integer> planted = new HashMap<>();
        for (long seed = 0; seed < histories; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final HandHistory history = serial(random);
            final Optional<String> mistake = plant(history, random, (int) (seed % MISTAKES.size()));
            if (mistake.isPresent()) {
                planted.merge(mistake.get(), 1, Integer::sum);
                final Verdict verdict = history.check(seed % 3 == 0 ? 1 : 1 << 20);
                assertThat(verdict.serializable()).as("seed %d, %s: %s", seed, mistake.get(), history).isFalse();
            }
        }
        assertThat(planted).hasSize(MISTAKES.size()).allSatisfy((mistake, count) -> assertThat(count).as(mistake)
            .isGreaterThan(histories / 2 / MISTAKES.size()));
    }

    @Test
    void smallHistoriesAgreeWithAllOrders() {
        agree(SMALL_HISTORIES);
    }

    @Tag("slow")
    @Timeout(600)
    @Test
    void moreSmallHistoriesAgreeWithAllOrders() {
        agree(TIMES_SLOW * SMALL_HISTORIES);
    }

    private static void agree(int histories) {
        int good = 0;
        for (long seed = 0; seed < histories; seed++) {
            final HandHistory history = anything(new SplittableRandom(seed));
            final boolean expected = new BruteForce(history).strictlySerializable();
            final Verdict verdict = history.check(seed % 3 == 0 ? 1 : 1 << 20);
            assertThat(verdict.serializable()).as("seed %d: %s %s", seed, verdict.anomalies(), history)
                .isEqualTo(expected);
            good += expected ? 1 : 0;
        }
        assertThat(good).isBetween(histories / 10, histories * 9 / 10);
    }

    /** A serial executor: one after the other, then their times are stretched until they overlap. */
    private static HandHistory serial(SplittableRandom random) {
        final HandHistory history = new HandHistory();
        final Map<Long, Long> rows = new HashMap<>();
        final Map<Long, Long> prefixes = new HashMap<>();
        final int count = 2 + random.nextInt(30);
        final int keys = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            final long moment = 100L * i;
            final Txn txn = history.txn(moment - random.nextInt(300), moment + random.nextInt(300));
            txn.point = random.nextBoolean() ? moment : txn.begin + random.nextInt(600);
            if (random.nextInt(5) == 0) {
                txn.outcome = HistoryOutcome.ABORTED;
            }
            operations(txn, rows, prefixes, keys, random);
        }
        Collections.shuffle(history.transactions, new java.util.Random(random.nextLong()));
        return history;
    }

    private static void operations(Txn txn, Map<Long, Long> rows, Map<Long, Long> prefixes, int keys,
            SplittableRandom random) {
        final boolean commits = txn.outcome == HistoryOutcome.COMMITTED;
        for (long key = 0; key < keys; key++) {
            final boolean prefix = key % 4 == 3;
            final Map<Long, Long> state = prefix ? prefixes : rows;
            final long version = state.getOrDefault(key, 0L);
            final int dice = random.nextInt(6);
            final boolean present = present(rows, key);
            if (dice < 3) {
                txn.add(reading(prefix, present), key, version);
            }
            if (commits && dice >= 2 && dice < 4) {
                final HistoryOperation write = prefix ? HistoryOperation.CHANGE
                    : present ? OVER_A_ROW.get(random.nextInt(OVER_A_ROW.size())) : HistoryOperation.INSERT;
                txn.add(write, key, version + 1);
                state.put(key, version + 1);
                rows.put(key + PRESENCE, write == HistoryOperation.DELETE ? 0L : 1L);
            }
        }
    }

    /** Whether a row is there; of those that were never written the even ones are. */
    private static boolean present(Map<Long, Long> rows, long key) {
        return rows.getOrDefault(key + PRESENCE, key % 2 == 0 ? 1L : 0L) == 1;
    }

    /** Plants a mistake that no order explains, if the history has a place for it; says which. */
    private static Optional<String> plant(HandHistory history, SplittableRandom random, int kind) {
        final List<Runnable> places = new ArrayList<>();
        for (Txn txn : history.transactions) {
            if (txn.outcome == (kind == 4 ? HistoryOutcome.ABORTED : HistoryOutcome.COMMITTED)) {
                for (Op op : txn.ops) {
                    switch (kind) {
                        case 0 -> swappedVersions(history, txn, op, places);
                        case 1 -> droppedWrite(history, txn, op, places);
                        case 2, 4 -> staleRead(history, txn, op, places);
                        case 3 -> intermediateRead(history, txn, op, places);
                        default -> wrongExistence(history, txn, op, places);
                    }
                }
            }
        }
        if (places.isEmpty()) {
            return Optional.empty();
        }
        places.get(random.nextInt(places.size())).run();
        return Optional.of(MISTAKES.get(kind));
    }

    /** Two writers exchange their versions; it shows if the first also read, or was answered before the other began. */
    private static void swappedVersions(HandHistory history, Txn txn, Op op, List<Runnable> places) {
        for (Txn other : history.transactions) {
            for (Op next : other.ops) {
                if (op.kind.writes() && next.kind == op.kind && next.key == op.key && next.version == op.version + 1
                    && (reads(txn, op) || txn.end < other.begin)) {
                    places.add(() -> {
                        op.version++;
                        next.version--;
                    });
                }
            }
        }
    }

    private static boolean reads(Txn txn, Op op) {
        return txn.ops.stream()
            .anyMatch(o -> !o.kind.writes() && o.key == op.key && o.kind.prefix() == op.kind.prefix());
    }

    /** A write is missing whose version another transaction has read or overwritten. */
    private static void droppedWrite(HandHistory history, Txn txn, Op op, List<Runnable> places) {
        if (op.kind.writes() && history.transactions.stream().anyMatch(other -> other != txn
            && other.outcome == HistoryOutcome.COMMITTED && other.ops.stream().anyMatch(o -> sees(o, op)))) {
            places.add(() -> txn.ops.remove(op));
        }
    }

    private static boolean sees(Op op, Op write) {
        return op.key == write.key && op.kind.prefix() == write.kind.prefix()
            && (op.kind.writes() ? op.version - 1 : op.version) == write.version;
    }

    /** A read misses a version that was answered before it began. */
    private static void staleRead(HandHistory history, Txn txn, Op op, List<Runnable> places) {
        if (!op.kind.writes() && op.version > 0 && history.transactions.stream().anyMatch(
            other -> other.end < txn.begin && other.ops.stream().anyMatch(o -> o.kind.writes() && sees(op, o)))) {
            places.add(() -> op.version--);
        }
    }

    /** A read says the opposite of what another transaction says of the same version. */
    private static void wrongExistence(HandHistory history, Txn txn, Op op, List<Runnable> places) {
        final boolean another = history.transactions.stream().anyMatch(other -> other != txn
            && other.outcome == HistoryOutcome.COMMITTED && other.ops.stream().anyMatch(o -> speaksOf(o, op)));
        if (another && (op.kind == HistoryOperation.READ || op.kind == HistoryOperation.READ_ABSENT)) {
            places.add(() -> op.kind =
                op.kind == HistoryOperation.READ ? HistoryOperation.READ_ABSENT : HistoryOperation.READ);
        }
    }

    /** Whether an operation says if there is a row in the version that another one reads. */
    private static boolean speaksOf(Op op, Op read) {
        return op.key == read.key && !op.kind.prefix()
            && (op.version == read.version || (op.kind.writes() && op.version == read.version + 1));
    }

    /** A read sees a version that its writer overwrites itself. */
    private static void intermediateRead(HandHistory history, Txn txn, Op op, List<Runnable> places) {
        for (Txn writer : history.transactions) {
            for (Op write : List.copyOf(writer.ops)) {
                if (!op.kind.writes() && write.kind.writes() && sees(op, write) && writer != txn) {
                    places.add(() -> {
                        for (Txn other : history.transactions) {
                            for (Op later : other.ops) {
                                final boolean same =
                                    later.key == write.key && later.kind.prefix() == write.kind.prefix();
                                if (same && later != op && later != write
                                    && later.version >= (later.kind.writes() ? write.version + 1 : write.version)) {
                                    later.version++;
                                }
                            }
                        }
                        writer.add(write.kind, write.key, write.version + 1);
                    });
                }
            }
        }
    }

    /** Up to six transactions that read and write versions at random, but not too far from what is possible. */
    private static HandHistory anything(SplittableRandom random) {
        final HandHistory history = new HandHistory();
        final Map<Long, Long> rows = new HashMap<>();
        final int count = 1 + random.nextInt(6);
        final int keys = 1 + random.nextInt(3);
        final int wildness = 2 + random.nextInt(20);
        for (int i = 0; i < count; i++) {
            final long begin = 10L * i - random.nextInt(40);
            final Txn txn = history.txn(begin, begin + random.nextInt(50));
            txn.point = begin + random.nextInt(50);
            // Two unknown ones could claim one version, and nothing tells whose it was.
            final int outcome = random.nextInt(10);
            txn.outcome = outcome == 0 ? HistoryOutcome.ABORTED
                : i == 2 && random.nextBoolean() ? HistoryOutcome.UNKNOWN : HistoryOutcome.COMMITTED;
            for (int n = random.nextInt(4); n >= 0; n--) {
                anyOperation(txn, rows, random.nextInt(keys), wildness, random);
            }
        }
        return history;
    }

    private static HistoryOperation reading(boolean prefix, boolean present) {
        return prefix ? HistoryOperation.SCAN : present ? HistoryOperation.READ : HistoryOperation.READ_ABSENT;
    }

    private static void anyOperation(Txn txn, Map<Long, Long> rows, long key, int wildness, SplittableRandom random) {
        if (txn.ops.stream().anyMatch(o -> o.key == key)) {
            return;
        }
        final long version = Math.max(0,
            rows.getOrDefault(key, 0L) - (random.nextInt(wildness) == 0 ? random.nextInt(3) - 1 : 0));
        final int dice = random.nextInt(4);
        final boolean prefix = key == 2;
        final boolean present = present(rows, key) != (random.nextInt(2 * wildness) == 0);
        if (dice < 3) {
            txn.add(reading(prefix, present), key, version);
        }
        if (dice >= 2) {
            final long next = random.nextInt(wildness) == 0 ? version + 2 : version + 1;
            final HistoryOperation write = prefix ? HistoryOperation.CHANGE
                : present ? OVER_A_ROW.get(random.nextInt(OVER_A_ROW.size())) : HistoryOperation.INSERT;
            txn.add(write, key, next);
            if (txn.outcome != HistoryOutcome.ABORTED) {
                rows.put(key, Math.max(next, rows.getOrDefault(key, 0L)));
                rows.put(key + PRESENCE, write == HistoryOperation.DELETE ? 0L : 1L);
            }
        }
    }
}
