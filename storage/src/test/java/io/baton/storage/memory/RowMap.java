package io.baton.storage.memory;

import java.nio.ByteBuffer;
import net.openhft.chronicle.map.ChronicleMap;

/** A Chronicle Map with an entry for each row, which tables do not have: benchmarks compare them with it. */
public final class RowMap implements AutoCloseable {
    private final ChronicleMap<byte[], byte[]> map;

    /** Opens a map for so many rows. */
    public RowMap(long rows, int rowBytes) {
        ChronicleLibraries.initialize();
        map = PageMap.open("rows", rowBytes, Long.BYTES, rows, 2.0);
    }

    /** Stores a row. */
    public void put(long key, byte[] row) {
        map.put(bytes(key), row);
    }

    /** Returns a row, copied to an array of its size. */
    public byte[] get(long key, byte[] using) {
        return map.getUsing(bytes(key), using);
    }

    private static byte[] bytes(long key) {
        return ByteBuffer.allocate(PageMap.KEY_BYTES).putLong(key).array();
    }

    @Override
    public void close() {
        map.close();
    }
}
