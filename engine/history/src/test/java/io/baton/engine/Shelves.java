package io.baton.engine;

import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.concurrent.locks.LockSupport;

/**
 * A small and crowded database for the history checker: items that are changed in place, and shelves that are scanned
 * while things come and go. Procedures pause where a mistake of the engine would let another in.
 */
public final class Shelves {

    static final int ITEMS = 6;
    static final int SHELVES = 2;
    static final int PLACES = 6;
    private static final long PAUSE_NANOS = 1_000;

    private static final TableSchema.Builder ITEM_BUILDER = TableSchema.named("item");
    static final LongColumn ID = ITEM_BUILDER.int64("id");
    static final LongColumn VALUE = ITEM_BUILDER.int64("value");
    static final TableSchema ITEM = ITEM_BUILDER.primaryKey(ID.bits(16)).build();

    private static final TableSchema.Builder THING_BUILDER = TableSchema.named("thing");
    static final LongColumn SHELF = THING_BUILDER.int64("shelf");
    static final LongColumn PLACE = THING_BUILDER.int64("place");
    static final TableSchema THING =
        THING_BUILDER.primaryKey(SHELF.bits(16), PLACE.bits(16)).ordered(1).lockColumns(2).build();

    private Shelves() {
    }

    static EngineBuilder builder() {
        return Engine.builder().table(ITEM, ITEMS).table(THING, SHELVES * PLACES);
    }

    static void load(Engine engine) {
        try (Loader loader = engine.loader()) {
            for (int id = 0; id < ITEMS; id++) {
                loader.insert(loader.row(ITEM, ITEM.key(id)));
            }
            for (int shelf = 0; shelf < SHELVES; shelf++) {
                loader.insert(loader.row(THING, THING.key(shelf, 0)));
            }
        }
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** Reads two items and writes a third, or one of the two. */
    public static final class Mix {
        public long run(Transaction transaction, long a, long b, long target) {
            final long sum = transaction.read(ITEM, ITEM.key(a)).get(VALUE)
                + transaction.read(ITEM, ITEM.key(b)).get(VALUE);
            pause();
            transaction.update(ITEM, ITEM.key(target)).set(VALUE, sum + 1);
            return sum;
        }
    }

    /** Moves something from one item to another. */
    public static final class Move {
        public long run(Transaction transaction, long from, long to, boolean gives) {
            final Row source = transaction.update(ITEM, ITEM.key(from));
            source.set(VALUE, source.get(VALUE) - 1);
            pause();
            final Row target = transaction.update(ITEM, ITEM.key(to));
            target.set(VALUE, target.get(VALUE) + 1);
            if (gives) {
                throw transaction.abort("changed my mind");
            }
            return target.get(VALUE);
        }
    }

    /** Reads all items. */
    public static final class Look {
        public long run(Transaction transaction) {
            long sum = 0;
            for (int id = 0; id < ITEMS; id++) {
                sum += transaction.read(ITEM, ITEM.key(id)).get(VALUE);
                pause();
            }
            return sum;
        }
    }

    /** Counts the things on a shelf, and puts one on another shelf or takes it off. */
    public static final class Sort {
        public long run(Transaction transaction, long shelf, long other, long place) {
            final Scan scan = transaction.scan(THING.indexes().getFirst()).equal(shelf);
            long things = 0;
            while (scan.next()) {
                things++;
                pause();
            }
            final long key = THING.key(other, place);
            if (transaction.exists(THING, key)) {
                transaction.delete(THING, key);
            } else {
                transaction.insert(THING, key);
            }
            return things;
        }
    }

    /** Puts something on a shelf, or takes it off if it is there. */
    public static final class Put {
        public long run(Transaction transaction, long shelf, long place) {
            final long key = THING.key(shelf, place);
            if (transaction.exists(THING, key)) {
                transaction.delete(THING, key);
                return -1;
            }
            transaction.insert(THING, key);
            return 1;
        }
    }

    /** Takes something off a shelf and puts it there again; or puts something there and takes it off again. */
    public static final class Renew {
        public long run(Transaction transaction, long shelf, long place, boolean regrets) {
            final long key = THING.key(shelf, place);
            final boolean there = transaction.exists(THING, key);
            if (there) {
                transaction.delete(THING, key);
                transaction.insert(THING, key);
            } else {
                transaction.insert(THING, key);
                transaction.delete(THING, key);
            }
            if (regrets) {
                throw transaction.abort("all for nothing");
            }
            return there ? 1 : 0;
        }
    }

    /** A few boxes that go from place to place in an index, for the history checker: there are always as many. */
    public static final class Boxes {

        static final int BOXES = 4;
        static final int RANKS = 4;

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
                    pause();
                }
                return boxes;
            }
        }
    }
}
