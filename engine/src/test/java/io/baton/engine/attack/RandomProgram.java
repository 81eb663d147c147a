package io.baton.engine.attack;

import java.util.List;
import java.util.SplittableRandom;

/** A transaction that is determined by its seed and by what it reads. */
final class RandomProgram {

    private static final int LONG_PROGRAM_IN = 50;

    private static final List<Cells.Reading> READINGS = List.of(Cells.Reading.values());

    private final List<ModelTable> tables;
    private final SplittableRandom random;
    private final Cells cells;

    private RandomProgram(List<ModelTable> tables, SplittableRandom random, Cells cells) {
        this.tables = tables;
        this.random = random;
        this.cells = cells;
    }

    /** Runs the program of a seed and returns a digest of all answers. */
    static long run(List<ModelTable> tables, long seed, Cells cells) {
        return new RandomProgram(tables, new SplittableRandom(seed), cells).run();
    }

    /** The first table and key that a seed's program touches, for a plan that is not complete. */
    static void first(List<ModelTable> tables, long seed, FirstAccess access) {
        final SplittableRandom random = new SplittableRandom(seed);
        random.nextInt(LONG_PROGRAM_IN);
        random.nextInt(4);
        access.is(tables.get(random.nextInt(tables.size())), random.nextInt(ModelTable.KEYS));
    }

    /** Is told of a program's first access. */
    interface FirstAccess {
        void is(ModelTable table, int key);
    }

    private long run() {
        final boolean isLong = random.nextInt(LONG_PROGRAM_IN) == 0;
        final int operations = 1 + random.nextInt(4) + (isLong ? 20 : 0);
        long digest = 0;
        for (int i = 0; i < operations; i++) {
            digest = ModelTable.mix(digest ^ operation());
            // What comes next depends on what was read.
            if ((digest & 15) == 0) {
                random.nextInt();
            }
        }
        return digest;
    }

    private long operation() {
        final ModelTable table = tables.get(random.nextInt(tables.size()));
        final int key = random.nextInt(ModelTable.KEYS);
        return switch (random.nextInt(10)) {
            case 0, 1 -> cells.find(table, key, READINGS.get(random.nextInt(READINGS.size())));
            case 2 -> cells.update(table, key, -1, -1, -1, random.nextInt(1000));
            case 3 -> cells.update(table, key, random.nextInt(2) == 0 ? a() : -1, b(), -1, -1);
            case 4 -> cells.update(table, key, a(), random.nextInt(2) == 0 ? b() : -1, text(), random.nextInt(1000));
            case 5, 6 -> cells.insert(table, key, a(), b(), text(), random.nextInt(1000));
            case 7 -> cells.delete(table, key);
            case 8 -> {
                final long deleted = cells.delete(table, key);
                yield deleted * 2 + cells.insert(table, key, a(), b(), text(), random.nextInt(1000));
            }
            default -> table.scanned ? scan(table) : cells.find(table, key, Cells.Reading.FIND);
        };
    }

    private long scan(ModelTable table) {
        final int index = random.nextInt(table.orders.size());
        final int first = switch (table.orders.get(index)) {
            case KEY -> random.nextInt(ModelTable.HIGH_KEYS);
            case A_B, AB -> a();
            case S_B -> text();
        };
        final boolean range = table.orders.get(index) != ModelTable.Order.AB && random.nextBoolean();
        final int low = random.nextInt(ModelTable.B_VALUES);
        final boolean forUpdate = random.nextInt(4) == 0;
        return cells.scan(table, index, new Cells.ScanOrder(first, b(), range ? low : -1, low + random.nextInt(8),
            random.nextBoolean(), random.nextInt(3) == 0 ? random.nextInt(4) : ModelTable.KEYS, forUpdate,
            forUpdate ? random.nextInt(2) : 0));
    }

    private int a() {
        return random.nextInt(ModelTable.A_VALUES);
    }

    private int b() {
        return random.nextInt(ModelTable.B_VALUES);
    }

    private int text() {
        return random.nextInt(ModelTable.S_VALUES);
    }
}
