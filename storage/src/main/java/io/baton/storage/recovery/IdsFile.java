package io.baton.storage.recovery;

import io.baton.storage.codec.DamagedException;
import java.nio.ByteBuffer;

/**
 * The file {@code ids}, which says how many ids of calls have been reserved (storage/spec/3-durability.md).
 *
 * <pre>
 *   0          8         12             16      20
 *  +----------+---------+--------------+-------+
 *  | BATONIDS | version | reservations | check |
 *  +----------+---------+--------------+-------+
 * </pre>
 */
final class IdsFile {
    /** How many ids are reserved at once: more than a million a second for twelve days. */
    static final long IDS_RESERVED = 1L << 40;

    static final int BYTES = 20;
    /** With one more the last id would be greater than a long can be. */
    static final int RESERVATIONS_MAX = (1 << 23) - 1;
    /**
     * How many count in a store without the file. It is of a version that gave out ids below 2^56, and the same ones
     * after each opening.
     */
    static final int RESERVATIONS_BEFORE = 1 << 16;

    private static final CheckedFile FILE = new CheckedFile("BATONIDS", 1, BYTES);
    private static final int RESERVATIONS_AT = 12;

    private IdsFile() {
    }

    static ByteBuffer write(int reservations) {
        ByteBuffer bytes = FILE.begin();
        bytes.putInt(RESERVATIONS_AT, reservations);
        return FILE.end(bytes);
    }

    /** Returns the number of reservations; the bytes are the whole file. */
    static int read(ByteBuffer file) {
        int reservations = FILE.read(file).getInt(RESERVATIONS_AT);
        if (reservations < 0 || reservations > RESERVATIONS_MAX) {
            throw new DamagedException("it has %d reservations; 0 to %d are possible"
                .formatted(reservations, RESERVATIONS_MAX));
        }
        return reservations;
    }
}
