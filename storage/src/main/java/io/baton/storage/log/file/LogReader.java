package io.baton.storage.log.file;

import io.baton.storage.codec.DamagedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log of a store that no process has open, record by record, up to its end; changes nothing. Its memory is
 * one window of a little more than a record. One thread at a time.
 *
 * <p>What is not as it was written is refused with {@link DamagedException}, which names file and offset, unless it can
 * only be the torn end (storage/spec/4-log.md). A file that cannot be read ends in {@link UncheckedIOException}.
 */
public final class LogReader implements AutoCloseable {
    private final LogFiles files;
    /** Where each segment is, by number. */
    private final NavigableMap<Long, Path> paths;
    private final UUID storeId;
    private final long fromLsn;
    private final Arena memory;
    private final ByteBuffer window;
    private final long windowAddress;
    /** Segments that are still to be read. */
    private final Deque<SegmentHeader> ahead;
    private final List<SegmentHeader> headers;
    private @Nullable SegmentReader current;
    private @Nullable LogEnd end;

    /**
     * Finds the segment that holds an LSN.
     *
     * @param fromLsn where to begin; records before it are checked and not shown
     * @throws DamagedException if a segment is missing or damaged, or is of another store
     */
    public LogReader(Path directory, UUID storeId, long fromLsn) {
        this(List.of(directory), null, storeId, fromLsn);
    }

    /**
     * Finds the segment that holds an LSN, in the log or in an earlier part of it that is kept elsewhere.
     *
     * @param directories where segments are, at least one: of a segment that is in several of them, the first counts
     * @param earlier where those are looked for that are in none of them, as the last one of a backup, which was in
     *     use then, is not in an archive; null if they are nowhere
     * @param fromLsn where to begin; records before it are checked and not shown
     * @throws DamagedException if a segment is missing or damaged, or is of another store
     */
    public LogReader(List<Path> directories, @Nullable Path earlier, UUID storeId, long fromLsn) {
        files = new LogFiles(directories.getLast());
        this.storeId = storeId;
        this.fromLsn = fromLsn;
        try {
            paths = files.segments();
            for (Path directory : directories.reversed()) {
                paths.putAll(new LogFiles(directory).segments());
            }
            if (earlier != null) {
                new LogFiles(earlier).segments().forEach(paths::putIfAbsent);
            }
            ahead = findSegments();
            headers = List.copyOf(ahead);
        } catch (IOException e) {
            throw unreadable(e);
        }
        memory = Arena.ofShared();
        final MemorySegment bytes = memory.allocate(RecordLayout.RECORD_BYTES_MAX + SegmentHeader.BYTES, 8);
        window = bytes.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        windowAddress = bytes.address();
    }

    private UncheckedIOException unreadable(IOException e) {
        return new UncheckedIOException("the log in %s cannot be read: %s".formatted(files.directory(), e), e);
    }

    /** From the newest to the one that holds the first LSN: older ones are of no interest, whatever is in them. */
    private Deque<SegmentHeader> findSegments() throws IOException {
        final Deque<SegmentHeader> found = new ArrayDeque<>();
        final SegmentScan scan = new SegmentScan(files);
        for (Map.Entry<Long, Path> entry : paths.descendingMap().entrySet()) {
            final SegmentHeader header = scan.header(entry.getValue());
            checkHeader(header, entry.getKey(), entry.getValue());
            final SegmentHeader later = found.peekFirst();
            if (later != null && later.number() != header.number() + 1) {
                throw new DamagedException("segment %d is missing".formatted(later.number() - 1))
                    .in(files.segment(later.number() - 1).toString());
            }
            found.addFirst(header);
            if (header.firstLsn() <= fromLsn) {
                return found;
            }
        }
        if (!found.isEmpty() || fromLsn != 0) {
            throw new DamagedException("the log from LSN %d is needed, and %s".formatted(fromLsn, found.isEmpty()
                ? "there is none" : "it begins at " + found.getFirst().firstLsn())).in(files.directory().toString());
        }
        return found;
    }

    private void checkHeader(SegmentHeader header, long number, Path path) {
        if (!header.storeId().equals(storeId)) {
            throw new DamagedException("the segment is of store %s, and this is store %s"
                .formatted(header.storeId(), storeId)).in(path.toString());
        }
        if (header.number() != number) {
            throw new DamagedException("the file has the name of segment %d, and says that it is segment %d"
                .formatted(number, header.number())).in(path.toString());
        }
    }

    /**
     * Returns the first segment that was begun when the store's checkpoints had more bases than so many: what it has,
     * and what follows, does not lead on from a checkpoint of that time. Null if there is none.
     */
    public @Nullable SegmentInfo firstAfterBase(int bases) {
        for (SegmentHeader header : headers) {
            if (header.base() > bases) {
                final Path path = paths.getOrDefault(header.number(), files.segment(header.number()));
                try {
                    return SegmentInfo.of(header, path, files.size(path));
                } catch (IOException e) {
                    throw unreadable(e);
                }
            }
        }
        return null;
    }

    /**
     * Makes sure that the last segment is the last that was begun. For a log without a writer: of one that is
     * written, the reader may not see a segment yet.
     *
     * @throws DamagedException if another one was
     */
    public void requireLast() {
        if (headers.isEmpty()) {
            return;
        }
        final SegmentHeader last = headers.getLast();
        final Path path = paths.getOrDefault(last.number(), files.segment(last.number()));
        try {
            if (new SegmentScan(files).isFollowed(path, last)) {
                throw new DamagedException("segment %d is missing, though it was begun".formatted(last.number() + 1))
                    .in(files.segment(last.number() + 1).toString());
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Goes to the next record; false at the end of the log. */
    public boolean next() {
        if (end != null) {
            return false;
        }
        try {
            while (true) {
                if (current != null && current.next()) {
                    if (current.recordLsn() >= fromLsn) {
                        return true;
                    }
                } else if (!advance()) {
                    return false;
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Leaves a segment in which there is no valid record any more. */
    private boolean advance() throws IOException {
        final SegmentHeader next = ahead.pollFirst();
        final SegmentReader last = current;
        if (next == null) {
            end = last == null ? LogEnd.nothing(fromLsn) : findEnd(last);
            return false;
        }
        if (last != null) {
            checkTransition(last, next);
            last.close();
        }
        current = open(next);
        return true;
    }

    private static void checkTransition(SegmentReader last, SegmentHeader next) {
        final long stop = last.position();
        if (next.firstLsn() != stop) {
            throw new DamagedException("there is no valid record here, but segment %d begins at LSN %d"
                .formatted(next.number(), next.firstLsn())).in(last.place(stop));
        }
        if (next.before() != last.chain()) {
            throw new DamagedException("the check value of the last record before is %08x, but segment %d says %08x"
                .formatted(last.chain(), next.number(), next.before())).in(last.place(stop));
        }
    }

    private SegmentReader open(SegmentHeader header) throws IOException {
        final Path path = paths.getOrDefault(header.number(), files.segment(header.number()));
        final FileChannel channel = files.openForReading(path);
        try {
            final SegmentHeader after = ahead.peekFirst();
            return new SegmentReader(path, channel, header, after == null ? Long.MAX_VALUE : after.firstLsn(), window);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private LogEnd findEnd(SegmentReader last) throws IOException {
        final long torn = last.searchBehind();
        if (last.position() < fromLsn) {
            throw new DamagedException("the log ends here, but it was to be read from LSN %d on".formatted(fromLsn))
                .in(last.place(last.position()));
        }
        return new LogEnd(last.position(), last.header().number(), last.chain(), last.header().base(), last.closed(),
            torn);
    }

    /** Returns the end, after {@link #next} has returned false. */
    public LogEnd end() {
        if (end == null) {
            throw new IllegalStateException("the end is known when next() has returned false");
        }
        return end;
    }

    private SegmentReader record() {
        if (current == null || end != null) {
            throw new IllegalStateException("there is a record while next() has returned true");
        }
        return current;
    }

    /** Returns the LSN from which on records are shown. */
    public long fromLsn() {
        return fromLsn;
    }

    /** Returns the record's LSN. */
    public long lsn() {
        return record().recordLsn();
    }

    /** Returns the LSN of the next record. */
    public long endLsn() {
        return record().position();
    }

    /** Returns the record's type. */
    public RecordType type() {
        return record().type();
    }

    /** Returns whether a transaction's record is its last fragment. */
    public boolean isLast() {
        return (record().flags() & RecordLayout.LAST) != 0;
    }

    /** Returns the LSN of a transaction's first record: this one's, or that of an earlier fragment. */
    public long firstLsn() {
        return isWhole() ? lsn() : record().getLong(RecordLayout.PAYLOAD);
    }

    private boolean isWhole() {
        return record().flags() == (RecordLayout.FIRST | RecordLayout.LAST);
    }

    private int payloadOffset() {
        return type() != RecordType.TRANSACTION || isWhole()
            ? RecordLayout.PAYLOAD : RecordLayout.PAYLOAD + RecordLayout.FIRST_LSN_BYTES;
    }

    /** Returns where the writes are (of a MARK: its payload); valid until {@link #next} or {@link #close} is called. */
    public long payloadAddress() {
        return windowAddress + record().at() + payloadOffset();
    }

    /** Returns how many bytes these are. */
    public int payloadBytes() {
        return record().length() - payloadOffset();
    }

    /** Returns up to where the log was forced when this MARK or CLOSED record was appended. */
    public long markForced() {
        return mark(RecordLayout.MARK_FORCED);
    }

    /** Returns when this MARK or CLOSED record was appended. */
    public Instant markTime() {
        return Instant.EPOCH.plus(mark(RecordLayout.MARK_TIME), ChronoUnit.MICROS);
    }

    private long mark(int offset) {
        if (type() == RecordType.TRANSACTION) {
            throw new IllegalStateException("the record at LSN %d is of a transaction, not a mark".formatted(lsn()));
        }
        return record().getLong(offset);
    }

    /** Returns the number of the record's segment. */
    public long segment() {
        return record().header().number();
    }

    /** Returns the record's offset in the segment's file. */
    public long offset() {
        return record().recordOffset();
    }

    /** Returns how a message names the record: file, offset and LSN. */
    public String place() {
        return record().place(lsn());
    }

    @Override
    public void close() {
        try {
            if (current != null) {
                current.close();
                current = null;
            }
        } catch (IOException e) {
            throw unreadable(e);
        } finally {
            if (memory.scope().isAlive()) {
                memory.close();
            }
        }
    }
}
