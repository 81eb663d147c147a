package io.baton.storage.log.file;

import io.baton.storage.codec.DamagedException;
import io.baton.storage.memory.Memory;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts transactions together from their fragments, in the order of their last ones. A transaction whose last fragment
 * never comes is not there. Takes as much memory as the unfinished transactions have bytes, doubled at most. Not
 * thread-safe.
 */
public final class TransactionReader implements AutoCloseable {
    private static final int BYTES_MIN = 1 << 19;

    private static final class Fragments {
        private long address = Memory.allocate(BYTES_MIN);
        private long capacity = BYTES_MIN;
        private long bytes;

        private void add(long from, int n) {
            if (bytes + n > capacity) {
                final long larger = Math.max(capacity * 2, bytes + n);
                final long moved = Memory.allocate(larger);
                Memory.copy(address, moved, bytes);
                Memory.free(address, capacity);
                address = moved;
                capacity = larger;
            }
            Memory.copy(from, address + bytes, n);
            bytes += n;
        }

        private void free() {
            Memory.free(address, capacity);
        }
    }

    private final Long2ObjectHashMap<Fragments> unfinished = new Long2ObjectHashMap<>();
    private @Nullable Fragments complete;
    private long address;
    private int bytes;
    private long firstLsn;

    /** Makes a reader that has seen nothing. */
    public TransactionReader() {
    }

    /**
     * Takes the record that the log's reader is at, of any type.
     *
     * @return whether it completes a transaction, which is valid until the next call, or that of the log's reader
     * @throws DamagedException if its first fragment is missing
     */
    public boolean add(LogReader record) {
        forget();
        if (record.type() != RecordType.TRANSACTION || record.firstLsn() < record.fromLsn()) {
            return false;
        }
        firstLsn = record.firstLsn();
        if (record.isLast() && firstLsn == record.lsn()) {
            address = record.payloadAddress();
            bytes = record.payloadBytes();
            return true;
        }
        final Fragments fragments = fragments(record);
        fragments.add(record.payloadAddress(), record.payloadBytes());
        if (!record.isLast()) {
            return false;
        }
        unfinished.remove(firstLsn);
        complete = fragments;
        if (fragments.bytes > Integer.MAX_VALUE) {
            throw new DamagedException("the transaction that began at LSN %d has %d bytes of writes, more than any has"
                .formatted(firstLsn, fragments.bytes)).in(record.place());
        }
        address = fragments.address;
        bytes = (int) fragments.bytes;
        return true;
    }

    private Fragments fragments(LogReader record) {
        Fragments fragments = unfinished.get(firstLsn);
        if (fragments == null) {
            if (firstLsn != record.lsn()) {
                throw new DamagedException("this is a fragment of a transaction that began at LSN %d, but none did"
                    .formatted(firstLsn)).in(record.place());
            }
            fragments = new Fragments();
            unfinished.put(firstLsn, fragments);
        }
        return fragments;
    }

    private void forget() {
        if (complete != null) {
            complete.free();
            complete = null;
        }
    }

    /** Returns where the complete transaction's writes are, outside the heap; {@link #close} frees them. */
    public long address() {
        return address;
    }

    /** Returns how many bytes these are. */
    public int bytes() {
        return bytes;
    }

    /** Returns the LSN of the complete transaction's first record. */
    public long firstLsn() {
        return firstLsn;
    }

    @Override
    public void close() {
        forget();
        unfinished.values().forEach(Fragments::free);
        unfinished.clear();
    }
}
