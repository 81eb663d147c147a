package io.baton.storage.recovery;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The file {@code store}, which says what the store is (storage/spec/3-durability.md).
 *
 * <pre>
 *   0          8         12      16              32      36      40
 *  +----------+---------+-------+---------------+-------+-------+
 *  | BATONSTO | version | 0     | store id      | 0     | check |
 *  +----------+---------+-------+---------------+-------+-------+
 * </pre>
 */
final class StoreFile {
    static final int BYTES = 40;

    private static final CheckedFile FILE = new CheckedFile("BATONSTO", 1, BYTES);
    private static final int ID_AT = 16;

    private StoreFile() {
    }

    static ByteBuffer write(UUID id) {
        ByteBuffer bytes = FILE.begin();
        ByteBuffer big = bytes.duplicate().order(ByteOrder.BIG_ENDIAN);
        big.putLong(ID_AT, id.getMostSignificantBits());
        big.putLong(ID_AT + Long.BYTES, id.getLeastSignificantBits());
        return FILE.end(bytes);
    }

    /** Returns the store's id; the bytes are the whole file. */
    static UUID read(ByteBuffer file) {
        ByteBuffer big = FILE.read(file).order(ByteOrder.BIG_ENDIAN);
        return new UUID(big.getLong(ID_AT), big.getLong(ID_AT + Long.BYTES));
    }
}
