package io.baton.storage.codec;

import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import io.baton.storage.memory.Memory;
import java.util.List;
import java.util.Map;

/**
 * Reads what a {@link RowEncoder} wrote into images, perhaps of a newer schema of the table: columns go by name, and
 * those that are new get a default, or else NULL or zero. Immutable, for any number of threads.
 *
 * <p>Whatever the bytes are, nothing is read outside of the input's window and nothing written outside of the image:
 * what is malformed or does not fit into its column is a {@link DamagedException}, and then image and input are to be
 * thrown away.
 */
public final class RowDecoder {
    private final TableSchema now;
    private final Map<Column, Object> defaults;
    private final ColumnReader key;
    private final ColumnReader body;
    /** For each byte of a bitmap, the bits that are never set: those of key columns and those behind the last. */
    private final int[] neverSet;

    /** Makes a decoder of rows that were written with this very schema or one of equal content. */
    public RowDecoder(TableSchema schema) {
        this(schema, schema, Map.of());
    }

    /**
     * Makes a decoder of rows that were written with a schema, for images of another one.
     *
     * @param defaults values of columns of {@code now} that {@code written} does not have, as {@link Row#setValue}
     *     takes them
     * @throws IllegalArgumentException if the schemas do not go together, see {@link SchemaDifference}, or there is a
     *     default for a column of {@code written}
     */
    public RowDecoder(TableSchema written, TableSchema now, Map<? extends Column, ?> defaults) {
        if (SchemaDifference.between(written, now,
            defaults.keySet()) instanceof SchemaDifference.Refused(String sentence)) {
            throw new IllegalArgumentException(sentence);
        }
        for (Column column : defaults.keySet()) {
            if (written.columns().stream().anyMatch(old -> old.name().equals(column.name()))) {
                throw new IllegalArgumentException(
                    "a default for column %s, which the rows have: their zeros would be read as the default"
                        .formatted(column.name()));
            }
        }
        this.now = now;
        this.defaults = Map.copyOf(defaults);
        List<Column> columns = written.columns().stream().map(column -> now.column(column.name())).toList();
        this.key = ColumnReader.of(Columns.ofKey(now), now.keyParts().stream().map(KeyPart::column).toList());
        this.body = ColumnReader.of(Columns.ofBody(now, columns), columns);
        for (int i = 0; i < now.keyColumns(); i++) {
            KeyPart part = now.keyParts().get(i);
            if (part.integer()) {
                key.narrow(i, part.min(), part.max());
            }
        }
        this.neverSet = neverSet(body.columns);
    }

    /** Returns the schema of the images. */
    public TableSchema schema() {
        return now;
    }

    /**
     * Reads the key, and gives columns that are new their defaults.
     *
     * @param image a writable blank image
     */
    public void key(Input in, Row image) {
        long to = addressOf(image);
        for (int i = 0; i < key.columns.count; i++) {
            key.read(in, i, image, to);
        }
        defaults.forEach(image::setValue);
    }

    /**
     * Reads the columns that the body names; others stay as they are.
     *
     * @param image a writable image: that of which the key was read, or a copy of the row that is updated
     */
    public void body(Input in, Row image) {
        long to = addressOf(image);
        long bitmap = in.take(neverSet.length);
        for (int i = 0; i < neverSet.length; i++) {
            int bits = Memory.getByte(bitmap + i) & 0xFF;
            if ((bits & neverSet[i]) != 0) {
                throw new DamagedException(
                    "table %s: a bitmap of columns has the bits 0x%02x in byte %d, where only 0x%02x may be set"
                        .formatted(now.name(), bits, i, ~neverSet[i] & 0xFF));
            }
            for (; bits != 0; bits &= bits - 1) {
                body.readNullable(in, 8 * i + Integer.numberOfTrailingZeros(bits), image, to);
            }
        }
    }

    /**
     * Reads key and body.
     *
     * @param image a writable blank image
     */
    public void row(Input in, Row image) {
        key(in, image);
        body(in, image);
    }

    private long addressOf(Row image) {
        if (image.schema() != now) {
            throw new IllegalArgumentException(
                "a row of table %s was given to the decoder of table %s, whose schema is another one"
                    .formatted(image.schema().name(), now.name()));
        }
        return image.writableAddress();
    }

    private static int[] neverSet(Columns columns) {
        int[] bits = new int[columns.bitmapBytes()];
        for (int i = 0; i < 8 * bits.length; i++) {
            if (i >= columns.count || columns.codes[i] == ColumnEncoding.IN_KEY) {
                bits[i >>> 3] |= 1 << (i & 7);
            }
        }
        return bits;
    }
}
