package io.baton.engine.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A transaction that is determined by its seed and by what it reads. */
final class RandomProgram {

    private static final int LONG_PROGRAM_IN = 50;
    private static final int VALUES = 1000;
    private static final int READ_ALL_IN = 8;
    private static final int KEYS_MAX = 6;
    private static final int MANY_KEYS_IN = 40;
    /** More than are looked up together. */
    private static final int MANY_KEYS = 70;
    /** Operations that programs have but for the long ones. */
    static final int OPERATIONS_MAX = 4;

    private static final List<Cells.Reading> READINGS = List.of(Cells.Reading.values());
    private static final List<Cells.Form> FORMS = List.of(Cells.Form.values());

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
        random.nextInt(OPERATIONS_MAX);
        access.is(tables.get(random.nextInt(tables.size())), random.nextInt(ModelTable.KEYS));
    }

    /** Is told of a program's first access. */
    interface FirstAccess {
        void is(ModelTable table, int key);
    }

    private long run() {
        final boolean isLong = random.nextInt(LONG_PROGRAM_IN) == 0;
        final int operations = 1 + random.nextInt(OPERATIONS_MAX) + (isLong ? 20 : 0);
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
            case 0, 1 -> random.nextInt(READ_ALL_IN) == 0 ? readAll(table, key)
                : cells.find(table, key, READINGS.get(random.nextInt(READINGS.size())));
            case 2 -> cells.update(table, key, Cells.SAME, Cells.SAME, Cells.SAME, random.nextInt(VALUES));
            case 3 -> cells.update(table, key, orSame(table, ModelTable.A), number(table, ModelTable.B), Cells.SAME,
                Cells.SAME);
            case 4 -> cells.update(table, key, number(table, ModelTable.A), orSame(table, ModelTable.B),
                number(table, ModelTable.S), random.nextInt(VALUES));
            case 5, 6 -> insert(table, key);
            case 7 -> cells.delete(table, key);
            case 8 -> {
                final long deleted = cells.delete(table, key);
                yield deleted * 2 + insert(table, key);
            }
            default -> table.scanned ? scan(table) : cells.find(table, key, Cells.Reading.FIND);
        };
    }

    private long readAll(ModelTable table, int first) {
        final int[] keys = new int[random.nextInt(MANY_KEYS_IN) == 0 ? MANY_KEYS : 2 + random.nextInt(KEYS_MAX)];
        Arrays.setAll(keys, i -> i == 0 ? first : random.nextInt(ModelTable.KEYS));
        return cells.readAll(table, keys);
    }

    private long insert(ModelTable table, int key) {
        return cells.insert(table, key, number(table, ModelTable.A), number(table, ModelTable.B),
            number(table, ModelTable.S), random.nextInt(VALUES));
    }

    private long scan(ModelTable table) {
        final ModelTable.Index index = table.indexes.get(random.nextInt(table.indexes.size()));
        final int columns = index.columns().size();
        final int bound = index.scanColumns() + random.nextInt(columns - index.scanColumns() + 1);
        final List<Integer> numbers = new ArrayList<>(bound);
        for (int i = 0; i < bound; i++) {
            numbers.add(number(table, index.columns().get(i)));
        }
        Cells.Form form = Cells.Form.NO_RANGE;
        int x = 0;
        int y = 0;
        int low = 0;
        int high = 0;
        if (bound < columns && random.nextInt(4) > 0) {
            final ModelColumn column = table.columns.get(index.columns().get(bound));
            form = FORMS.get(1 + random.nextInt(FORMS.size() - (column.hasStarts() ? 1 : 2)));
            x = column.first() + random.nextInt(column.size() - column.first());
            y = column.first() + random.nextInt(column.size() - column.first());
            low = low(form, column, x);
            high = high(form, column, x, y);
        }
        final boolean forUpdate = random.nextInt(4) == 0;
        final int dice = forUpdate ? random.nextInt(4) : 0;
        final Cells.Act act = dice == 3 ? Cells.Act.DELETE : dice > 0 ? Cells.Act.ADD : Cells.Act.READ;
        final int limit = act == Cells.Act.DELETE || random.nextInt(3) == 0 ? random.nextInt(4) : ModelTable.KEYS;
        return cells.scan(table, index, new Cells.ScanOrder(numbers, form, x, y, low, high, random.nextBoolean(),
            limit, forUpdate, act));
    }

    private static int low(Cells.Form form, ModelColumn column, int x) {
        return switch (form) {
            case BETWEEN, AT_LEAST_AND_MOST, AT_LEAST -> x;
            case GREATER_AND_LESS, GREATER -> x + 1;
            case STARTS_WITH -> column.startingLike(x, false);
            case NO_RANGE, AT_MOST, LESS, NOT_NULL -> column.first();
        };
    }

    private static int high(Cells.Form form, ModelColumn column, int x, int y) {
        return switch (form) {
            case BETWEEN, AT_LEAST_AND_MOST, AT_MOST -> y;
            case GREATER_AND_LESS, LESS -> y - 1;
            case STARTS_WITH -> column.startingLike(x, true);
            case NO_RANGE, AT_LEAST, GREATER, NOT_NULL -> column.size() - 1;
        };
    }

    private int orSame(ModelTable table, int column) {
        return random.nextInt(2) == 0 ? number(table, column) : Cells.SAME;
    }

    private int number(ModelTable table, int column) {
        return random.nextInt(table.columns.get(column).size());
    }
}
