package io.baton.engine;

import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.concurrent.locks.LockSupport;

/** A few boxes that go from place to place in an index, for the history checker: there are always as many. */
public final class Boxes {

    static final int BOXES = 4;
    static final int SHELVES = 2;
    static final int RANKS = 4;
    private static final long PAUSE_NANOS = 1_000;

    private static final TableSchema.Builder BUILDER = TableSchema.named("box");
    static final LongColumn ID = BUILDER.int64("id");
    static final LongColumn SHELF = BUILDER.int64("shelf");
    static final LongColumn RANK = BUILDER.int64("rank");
    static final IndexSchema BY_SHELF =
        BUILDER.primaryKey(ID.bits(16)).index("box_by_shelf", 1, SHELF.bits(16), RANK.bits(16));
    static final TableSchema BOX = BUILDER.build();

    private Boxes() {
    }

    static void load(Engine engine) {
        try (Loader loader = engine.loader()) {
            for (int id = 0; id < BOXES; id++) {
                loader.insert(loader.row(BOX, BOX.key(id)));
            }
        }
    }

    private static void put(Row box, long shelf, long rank) {
        box.set(SHELF, shelf).set(RANK, rank);
    }

    /** Puts a box to another place, of another shelf or of the same one. */
    public static final class Shift {
        public long run(Transaction transaction, long box, long shelf, long rank) {
            put(transaction.update(BOX, BOX.key(box)), shelf, rank);
            return rank;
        }
    }

    /** Takes a box away and brings one of the same number to some place. */
    public static final class Repack {
        public long run(Transaction transaction, long box, long shelf, long rank) {
            transaction.delete(BOX, BOX.key(box));
            put(transaction.insert(BOX, BOX.key(box)), shelf, rank);
            return rank;
        }
    }

    /** Counts the boxes, a shelf after the other. */
    public static final class Count {
        public long run(Transaction transaction, long first) {
            long boxes = 0;
            for (long shelf = 0; shelf < SHELVES; shelf++) {
                final Scan scan = transaction.scan(BY_SHELF).equal((first + shelf) % SHELVES);
                while (scan.next()) {
                    boxes++;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return boxes;
        }
    }
}
