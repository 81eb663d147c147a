package io.baton.storage.log;

import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.TransactionReader;
import io.baton.storage.memory.Memory;
import io.baton.storage.steady.SteadyThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import org.agrona.concurrent.SystemNanoClock;

/** A directory with a log, as tests use it: transactions are arrays of bytes. */
final class LogBox {
    static final UUID STORE = new UUID(0x0011223344556677L, 0x8899aabbccddeeffL);
    static final InstantSource WALL = InstantSource.fixed(Instant.parse("2026-01-02T03:04:05.000006Z"));
    static final long FOREVER = Long.MAX_VALUE;

    /** A transaction that was read. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares these as records.
    record Read(long firstLsn, long endLsn, byte[] writes) {
    }

    private final Path directory;
    private LogMode mode = LogMode.GROUP;
    private long segmentBytes = 1 << 20;
    private int bufferBytes = 1 << 16;
    private long asyncNanos = 2_000_000;
    private InstantSource wallClock = WALL;
    private ThreadFactory threads = SteadyThread.factory("test-log-");

    LogBox(Path directory) {
        this.directory = directory;
    }

    /** The same settings in another directory. */
    LogBox at(Path other) {
        return new LogBox(other).mode(mode).segmentBytes(segmentBytes).bufferBytes(bufferBytes).asyncNanos(asyncNanos)
            .wallClock(wallClock).threads(threads);
    }

    LogBox mode(LogMode value) {
        mode = value;
        return this;
    }

    LogBox segmentBytes(long value) {
        segmentBytes = value;
        return this;
    }

    LogBox bufferBytes(int value) {
        bufferBytes = value;
        return this;
    }

    LogBox asyncNanos(long value) {
        asyncNanos = value;
        return this;
    }

    LogBox wallClock(InstantSource value) {
        wallClock = value;
        return this;
    }

    LogBox makeDirectory() throws IOException {
        Files.createDirectory(directory);
        return this;
    }

    LogBox threads(ThreadFactory value) {
        threads = value;
        return this;
    }

    Path directory() {
        return directory;
    }

    Path segment(long number) {
        return directory.resolve("%016x.log".formatted(number));
    }

    LogConfig config() {
        return new LogConfig(directory, STORE, mode, segmentBytes, bufferBytes, asyncNanos, SystemNanoClock.INSTANCE,
            wallClock, threads);
    }

    /** Opens behind what is there. */
    Log open() {
        return Log.open(config(), end());
    }

    LogEnd end() {
        try (LogReader reader = new LogReader(directory, STORE, 0)) {
            while (reader.next()) {
                // On to the end.
            }
            return reader.end();
        }
    }

    List<Read> read() {
        return readFrom(0);
    }

    List<Read> readFrom(long lsn) {
        final List<Read> found = new ArrayList<>();
        try (LogReader reader = new LogReader(directory, STORE, lsn);
            TransactionReader transactions = new TransactionReader()) {
            while (reader.next()) {
                if (transactions.add(reader)) {
                    final byte[] writes = new byte[transactions.bytes()];
                    Memory.copy(transactions.address(), writes, 0, writes.length);
                    found.add(new Read(transactions.firstLsn(), reader.endLsn(), writes));
                }
            }
        }
        return found;
    }

    List<byte[]> writes() {
        return read().stream().map(Read::writes).toList();
    }

    /** Returns what tells lists of transactions apart, short enough for a message. */
    static List<String> hashes(List<byte[]> transactions) {
        return transactions.stream().map(w -> w.length + ":" + Arrays.hashCode(w)).toList();
    }

    static long append(Log log, byte[] writes) {
        final long address = Memory.allocate(writes.length);
        try {
            Memory.copy(writes, 0, address, writes.length);
            return log.append(address, writes.length);
        } finally {
            Memory.free(address, writes.length);
        }
    }

    /** Bytes that tell which transaction they are of. */
    static byte[] writes(long id, int bytes) {
        final byte[] made = new byte[bytes];
        long state = id * 0x9E3779B97F4A7C15L + 1;
        for (int i = 0; i < bytes; i++) {
            if (i < 8) {
                made[i] = (byte) (id >>> (8 * i));
            } else {
                state ^= state << 13;
                state ^= state >>> 7;
                state ^= state << 17;
                made[i] = (byte) state;
            }
        }
        return made;
    }
}
