package io.baton.engine.crash;

import io.baton.engine.Twins;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A table of crash runs: its primary key is a group and a number within the group. */
final class CrashTable {

    /** Numbers of rows in a group, from 0. */
    static final int IDS = 10;
    /** What counts the transactions of a group. */
    static final CrashTable CLOCKS = clocks();
    /** The others, in the order in which a run has them. */
    static final List<CrashTable> ALL = List.of(CLOCKS, broad(), plain(), sorted(), twins(), names());

    private static final int LONG_BYTES = 6000;
    private static final int SHORT_BYTES = 40;

    final TableSchema schema;
    /** The indexes that begin with the group, each of which has all rows of it. */
    final List<IndexSchema> indexes = new ArrayList<>();
    private final Column group;
    private final Column id;
    /** The columns outside the key. */
    final List<Column> columns;
    /** Of clocks: the count. */
    final LongColumn count;

    private CrashTable(TableSchema schema, LongColumn count, IndexSchema... indexes) {
        this.schema = schema;
        this.count = count;
        this.group = schema.keyParts().get(0).column();
        this.id = schema.keyParts().get(1).column();
        this.columns = schema.columns().stream()
            .filter(column -> schema.keyParts().stream().noneMatch(part -> part.column().equals(column))).toList();
        final IndexSchema primary = schema.primaryIndex();
        if (primary != null && primary.scanColumns() == 1) {
            this.indexes.add(primary);
        }
        this.indexes.addAll(List.of(indexes));
    }

    private static CrashTable clocks() {
        final TableSchema.Builder builder = TableSchema.named("clocks");
        final LongColumn group = builder.int32("grp");
        final LongColumn id = builder.int32("id");
        final LongColumn count = builder.int64("n");
        builder.nullable().string("note", SHORT_BYTES);
        return new CrashTable(builder.primaryKey(group.bits(8), id.bits(16)).build(), count);
    }

    private static CrashTable plain() {
        final TableSchema.Builder builder = TableSchema.named("plain");
        final LongColumn a = builder.int64("a");
        final LongColumn group = builder.int32("grp");
        builder.nullable().string("s", SHORT_BYTES);
        final LongColumn id = builder.int32("id");
        builder.float64("d");
        builder.decimal("m", 2);
        return new CrashTable(builder.primaryKey(group.bits(8), id.bits(16)).build(), a);
    }

    private static CrashTable sorted() {
        final TableSchema.Builder builder = TableSchema.named("sorted");
        final LongColumn group = builder.int32("grp");
        final LongColumn id = builder.int32("id");
        final LongColumn b = builder.int64("b");
        builder.bool("flag");
        final StringColumn s = builder.string("s", SHORT_BYTES);
        builder.primaryKey(group.bits(8), id.bits(16)).ordered(1);
        final IndexSchema byB = builder.index("by_b", 1, group.bits(8), b.signed(32));
        final IndexSchema byS = builder.index("by_s", 1, group.bits(8), s.part());
        return new CrashTable(builder.build(), b, byB, byS);
    }

    /** Rows of one number in different groups are twins. */
    private static CrashTable twins() {
        final TableSchema.Builder builder = TableSchema.named("twins");
        final LongColumn group = builder.int64("grp");
        builder.nullable().string("s", SHORT_BYTES);
        final LongColumn id = builder.int64("id");
        final LongColumn b = builder.int64("b");
        builder.primaryKey(group.bits(64), id.bits(64));
        final IndexSchema byB = builder.index("twins_by_b", 1, group.bits(64), b.signed(32));
        return new CrashTable(builder.build(), b, byB);
    }

    private static CrashTable names() {
        final TableSchema.Builder builder = TableSchema.named("names");
        final LongColumn n = builder.int64("n");
        final LongColumn group = builder.int32("grp");
        final StringColumn id = builder.string("id", SHORT_BYTES);
        builder.nullable().bytes("data", LONG_BYTES);
        return new CrashTable(builder.primaryKey(group.bits(8), id.part()).ordered(1).lockColumns(1).build(), n);
    }

    private static CrashTable broad() {
        final TableSchema.Builder builder = TableSchema.named("wide");
        final LongColumn group = builder.int32("grp");
        final LongColumn id = builder.int32("id");
        final LongColumn n = builder.int64("n");
        builder.uuid("u");
        builder.nullable().decimal("big", 30, 2);
        builder.timestamp("t");
        builder.nullable().date("day");
        builder.nullable().bytes("data", LONG_BYTES);
        return new CrashTable(
            builder.primaryKey(group.bits(8), id.bits(16)).ordered(1).lockColumns(1).build(), n);
    }

    /** Sets the key of an image. */
    Row key(Row image, long ofGroup, int number) {
        image.setValue(group, ofGroup);
        return id instanceof StringColumn ? image.setValue(id, "SAMEHEAD " + number)
            : image.setValue(id, schema.wideKey() ? Twins.twinOf(0, number, ofGroup) : number);
    }

    /** A value for a column; NULL now and then, where that can be. */
    static @Nullable Object value(Column column, long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        if (column.nullable() && random.nextInt(4) == 0) {
            return null;
        }
        final long small = random.nextLong(100) - 20;
        return switch (column) {
            case BooleanColumn c -> random.nextBoolean();
            case BytesColumn c -> bytes(random);
            case DateColumn c -> LocalDate.ofEpochDay(small * 100);
            case DecimalColumn c -> new BigDecimal(BigInteger.valueOf(random.nextLong()), 2);
            case DoubleColumn c -> small / 4.0;
            case LongColumn c when c.scale() > 0 -> BigDecimal.valueOf(small, c.scale());
            case LongColumn c -> small;
            case StringColumn c -> "x".repeat(random.nextInt(SHORT_BYTES / 2)) + small;
            case TimestampColumn c -> Instant.ofEpochSecond(small * 1_000, 5_000);
            case UuidColumn c -> new UUID(random.nextLong(), small);
        };
    }

    /** Seldom so many that a transaction has several records. */
    private static byte[] bytes(SplittableRandom random) {
        final byte[] bytes = new byte[random.nextInt(random.nextInt(3) == 0 ? LONG_BYTES : SHORT_BYTES)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A value in words, the same for equal values. */
    static String text(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.length > SHORT_BYTES ? bytes.length + " bytes with hash " + Arrays.hashCode(bytes)
                : HexFormat.of().formatHex(bytes);
        }
        return String.valueOf(value);
    }

    /** The values of a row in words, in the order of the columns. */
    List<String> texts(Row row) {
        return columns.stream().map(column -> text(row.value(column))).toList();
    }
}
