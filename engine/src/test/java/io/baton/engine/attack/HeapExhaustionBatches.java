package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.ID;
import static io.baton.engine.attack.Parts.NAME;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.RANK;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one thread of {@link HeapExhaustionRun}, in batches, and how far each batch has come. A step is one call,
 * and the rows of a batch follow from its last step. Remembering it takes no memory.
 */
final class HeapExhaustionBatches {

    static final int BATCHES_MAX = 1 << 16;
    /** Insert all; move all in both indexes; replace all; delete every second one. */
    static final int STEPS = 4;
    static final int GROUPS = 8;

    private static final int ROWS = 20;
    private static final int ID_SHIFT = 24;
    private static final byte UNSURE = 64;

    private final long firstId;
    /** The last batch that was begun. */
    int newest = -1;
    private final byte[] steps = new byte[BATCHES_MAX];

    HeapExhaustionBatches(long thread) {
        firstId = thread << ID_SHIFT;
    }

    boolean isAt(int batch, int step) {
        return steps[batch] == step;
    }

    void taken(int batch, int step) {
        steps[batch] = (byte) step;
    }

    /** Nobody knows whether the batch has taken one step more: it takes no other. */
    void unsure(int batch) {
        steps[batch] |= UNSURE;
    }

    Object step(Transaction t, int batch, int step) {
        for (long id = first(batch); id < first(batch) + ROWS; id++) {
            switch (step) {
                case 1 -> fill(t.insert(PART, id), id, step);
                case 2 -> fill(t.update(PART, id), id, step);
                case 3 -> {
                    t.delete(PART, id);
                    fill(t.insert(PART, id), id, step);
                }
                default -> {
                    if (id % 2 == 0) {
                        t.delete(PART, id);
                    }
                }
            }
        }
        return 0;
    }

    private long first(int batch) {
        return firstId + (long) batch * ROWS;
    }

    private static void fill(Row row, long id, int step) {
        row.set(GROUP, group(id, step)).set(RANK, rank(id, step)).set(AMOUNT, id + step).set(NAME, name(id, step));
    }

    private static long group(long id, int step) {
        return (id + step) % GROUPS;
    }

    private static long rank(long id, int step) {
        return id * step & 0xFFFF;
    }

    private static String name(long id, int step) {
        return step + "n" + id;
    }

    /** Returns how many rows a batch has, or a text that says where it differs from what it should have. */
    Object check(Transaction t, int batch) {
        final int known = steps[batch] & ~UNSURE;
        Object found = check(t, batch, known);
        if (found instanceof String && steps[batch] != known && known < STEPS) {
            found = check(t, batch, known + 1);
        }
        return found;
    }

    private Object check(Transaction t, int batch, int step) {
        long rows = 0;
        for (long id = first(batch); id < first(batch) + ROWS; id++) {
            final boolean there = step > 0 && (step < STEPS || id % 2 != 0);
            final Row row = t.find(PART, id);
            if (there != (row != null)) {
                return "row " + id + " is there: " + !there + ", after step " + step;
            }
            final String difference = row == null ? null : difference(t, row, id, Math.min(step, STEPS - 1));
            if (difference != null) {
                return "row " + id + difference + ", after step " + step;
            }
            rows += there ? 1 : 0;
        }
        return rows;
    }

    private static @Nullable String difference(Transaction t, Row row, long id, int step) {
        if (row.get(GROUP) != group(id, step) || row.get(RANK) != rank(id, step) || row.get(AMOUNT) != id + step
            || !row.get(NAME).equals(name(id, step))) {
            return " is " + Parts.text(row);
        }
        for (int s = 1; s < STEPS; s++) {
            final Scan scan = t.scan(Parts.BY_NAME).equal(name(id, s));
            if (scan.next() != (s == step) || (s == step && scan.row().get(ID) != id)) {
                return " is not where it should be in the index of names";
            }
        }
        return null;
    }

    static Object countGroup(Transaction t, long group) {
        long found = 0;
        final Scan scan = t.scan(Parts.BY_GROUP).equal(group).forUpdate();
        while (scan.next()) {
            if (scan.row().get(GROUP) != group) {
                throw new IllegalStateException("a row of group " + scan.row().get(GROUP) + " in group " + group);
            }
            found++;
        }
        return found;
    }
}
