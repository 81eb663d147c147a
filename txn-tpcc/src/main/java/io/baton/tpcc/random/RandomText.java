package io.baton.tpcc.random;

import io.baton.storage.Row;
import io.baton.storage.column.StringColumn;
import io.baton.tpcc.schema.ItemTable;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Fills columns with the random strings of clause 4.3.2, without making String objects. One thread. */
public final class RandomText {

    private static final int BYTES_MAX = 512;
    private static final int DRAW_BITS = 16;
    private static final int DRAWS = Long.SIZE / DRAW_BITS;

    private final RandomGenerator random;
    private final byte[] letters =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.US_ASCII);
    private final byte[] original = ItemTable.ORIGINAL.getBytes(StandardCharsets.US_ASCII);
    private final byte[] text = new byte[BYTES_MAX];

    /**
     * Draws from a generator.
     *
     * @param random where from; drawn from by each string
     */
    public RandomText(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Fills a column with letters and digits.
     *
     * @param row whose column it is
     * @param column what to fill
     * @param min the shortest length in bytes
     * @param max the longest length in bytes, at most 512
     */
    public void letters(Row row, StringColumn column, int min, int max) {
        row.set(column, text, 0, fill(min, max, letters.length));
    }

    /**
     * Fills a column with letters and digits that in one of ten rows have the word ORIGINAL somewhere (clause 4.3.3.1).
     *
     * @param row whose column it is
     * @param column what to fill
     * @param min the shortest length in bytes, 8 or more
     * @param max the longest length in bytes, at most 512
     */
    public void data(Row row, StringColumn column, int min, int max) {
        final int length = fill(min, max, letters.length);
        if (random.nextInt(10) == 0) {
            System.arraycopy(original, 0, text, random.nextInt(length - original.length + 1), original.length);
        }
        row.set(column, text, 0, length);
    }

    /**
     * Fills a column with digits.
     *
     * @param row whose column it is
     * @param column what to fill
     * @param length how many, at most 512
     */
    public void digits(Row row, StringColumn column, int length) {
        row.set(column, text, 0, fill(length, length, 10));
    }

    /**
     * Fills a column with four digits and 11111 (clause 4.3.2.7).
     *
     * @param row whose column it is
     * @param column what to fill
     */
    public void zip(Row row, StringColumn column) {
        fill(4, 4, 10);
        for (int i = 4; i < 9; i++) {
            text[i] = '1';
        }
        row.set(column, text, 0, 9);
    }

    /** Puts random characters, of which there are so many, into the text and returns the length. */
    private int fill(int min, int max, int characters) {
        final int length = min == max ? min : random.nextInt(min, max + 1);
        for (int i = 0; i < length;) {
            long bits = random.nextLong();
            for (int end = Math.min(length, i + DRAWS); i < end; i++) {
                text[i] = letters[((int) (bits & 0xFFFF) * characters) >>> DRAW_BITS];
                bits >>>= DRAW_BITS;
            }
        }
        return length;
    }
}
