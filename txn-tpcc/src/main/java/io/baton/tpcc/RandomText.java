package io.baton.tpcc;

import io.baton.storage.Row;
import io.baton.storage.StringColumn;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Fills columns with the random strings of clause 4.3.2, without making String objects. One thread. */
final class RandomText {

    static final String ORIGINAL = "ORIGINAL";

    private static final int BYTES_MAX = 512;
    private static final int DRAW_BITS = 16;
    private static final int DRAWS = Long.SIZE / DRAW_BITS;

    private final RandomGenerator random;
    private final byte[] letters =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.US_ASCII);
    private final byte[] original = ORIGINAL.getBytes(StandardCharsets.US_ASCII);
    private final byte[] text = new byte[BYTES_MAX];

    RandomText(RandomGenerator random) {
        this.random = random;
    }

    /** A string of letters and digits, of a random length. */
    void letters(Row row, StringColumn column, int min, int max) {
        row.set(column, text, 0, fill(min, max, letters.length));
    }

    /** A string of letters and digits that in one of ten rows has the word ORIGINAL somewhere (clause 4.3.3.1). */
    void data(Row row, StringColumn column, int min, int max) {
        final int length = fill(min, max, letters.length);
        if (random.nextInt(10) == 0) {
            System.arraycopy(original, 0, text, random.nextInt(length - original.length + 1), original.length);
        }
        row.set(column, text, 0, length);
    }

    /** A string of so many digits. */
    void digits(Row row, StringColumn column, int length) {
        row.set(column, text, 0, fill(length, length, 10));
    }

    /** Four digits and 11111 (clause 4.3.2.7). */
    void zip(Row row, StringColumn column) {
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
