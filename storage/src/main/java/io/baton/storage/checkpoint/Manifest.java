package io.baton.storage.checkpoint;

import io.baton.storage.TableSchema;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.codec.Input;
import io.baton.storage.codec.OtherVersionException;
import io.baton.storage.codec.Output;
import io.baton.storage.codec.SchemaCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A checkpoint's description of itself, in the file {@code manifest} (storage/spec/5-checkpoints.md).
 *
 * <pre>
 *   0          8         12      16         32       40          48        56     64      68
 *  +----------+---------+-------+----------+--------+-----------+---------+------+-------+--------+---------+-------+
 *  | BATONMAN | version | flags | store id | number | begin LSN | end LSN | time | bases | tables | entries | check |
 *  +----------+---------+-------+----------+--------+-----------+---------+------+-------+--------+---------+-------+
 * </pre>
 *
 * @param storeId the store that it belongs to
 * @param number its number, from 1, which is its directory's name
 * @param base whether older checkpoints, with the log, do not give the same state: something changed without a log
 * @param loaded whether the first load of the store has ended, be it without rows
 * @param beginLsn the log is applied from here
 * @param endLsn the log must reach this far
 * @param micros when it was taken: microseconds since 1970, UTC
 * @param bases how many bases there were in the life of the store, with this one if it is one
 * @param tables the tables, in the order of their numbers
 */
public record Manifest(UUID storeId, long number, boolean base, boolean loaded, long beginLsn, long endLsn,
        long micros, int bases, List<Entry> tables) {
    /** Largest manifest that is read, in bytes. */
    static final int BYTES_MAX = 64 << 20;

    private static final int VERSION = 2;
    private static final int BASE = 1;
    private static final int LOADED = 2;
    private static final int ENTRY_BYTES_MIN = 20;

    /** Keeps a copy. */
    public Manifest {
        tables = List.copyOf(tables);
    }

    /**
     * A table of a checkpoint.
     *
     * @param schema the schema that its rows and the log behind the checkpoint are written with
     * @param rows number of its rows
     * @param bytes of its file
     */
    public record Entry(TableSchema schema, long rows, long bytes) {
    }

    /** Returns the schemas of the tables, in the order of their numbers. */
    public List<TableSchema> schemas() {
        return tables.stream().map(Entry::schema).toList();
    }

    void write(Output out) {
        out.putLong(Layout.MANIFEST);
        out.putInt(VERSION);
        out.putInt((base ? BASE : 0) | (loaded ? LOADED : 0));
        Layout.putId(storeId, out);
        out.putLong(number);
        out.putLong(beginLsn);
        out.putLong(endLsn);
        out.putLong(micros);
        out.putInt(bases);
        out.putInt(tables.size());
        for (int i = 0; i < tables.size(); i++) {
            Entry entry = tables.get(i);
            out.putInt(i);
            out.putLong(entry.rows());
            out.putLong(entry.bytes());
            SchemaCodec.write(entry.schema(), out);
        }
        out.putInt(Layout.check(out.address(), out.size()));
    }

    /**
     * Reads a manifest.
     *
     * @throws DamagedException if it is none
     * @throws OtherVersionException if it is of another format
     */
    static Manifest read(long address, int bytes) {
        var in = new Input();
        in.wrap(address, bytes);
        long magic = in.getLong();
        if (magic != Layout.MANIFEST) {
            throw new DamagedException("it does not begin with BATONMAN");
        }
        Layout.requireCheck(address, bytes);
        in.wrap(address, bytes - Integer.BYTES);
        in.take(Long.BYTES);
        int version = in.getInt();
        if (version != VERSION) {
            throw new OtherVersionException(version, VERSION);
        }
        int flags = in.getInt();
        UUID storeId = Layout.getId(in);
        long number = in.getLong();
        long beginLsn = in.getLong();
        long endLsn = in.getLong();
        long micros = in.getLong();
        int bases = in.getInt();
        List<Entry> tables = readTables(in);
        if (in.remaining() != 0) {
            throw new DamagedException("%d bytes are behind its last table".formatted(in.remaining()));
        }
        return new Manifest(storeId, number, (flags & BASE) != 0, (flags & LOADED) != 0, beginLsn, endLsn, micros,
            bases, tables);
    }

    private static List<Entry> readTables(Input in) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / ENTRY_BYTES_MIN) {
            throw new DamagedException("it has %d tables in %d bytes".formatted(count, in.remaining()));
        }
        var tables = new ArrayList<Entry>();
        for (int i = 0; i < count; i++) {
            int number = in.getInt();
            if (number != i) {
                throw new DamagedException("table number %d stands where number %d is expected".formatted(number, i));
            }
            long rows = in.getLong();
            long bytes = in.getLong();
            tables.add(new Entry(SchemaCodec.read(in), rows, bytes));
        }
        return tables;
    }
}
