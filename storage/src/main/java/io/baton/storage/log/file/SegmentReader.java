package io.baton.storage.log.file;

import io.baton.storage.codec.DamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Reads the valid records of one segment, one after the other, through a window of bounded size. */
final class SegmentReader implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;
    private final SegmentHeader header;
    private final long limit;
    private final ByteBuffer window;
    private final CRC32C crc = new CRC32C();
    /** Offset in the file of the window's first byte. */
    private long windowOffset;
    private long lsn;
    private int chain;
    /** The record that was read: where in the window, its length (0 before the first). */
    private int at;
    private int length;
    private boolean closed;

    /**
     * Reads a segment.
     *
     * @param limit the LSN at which the next segment begins, or Long.MAX_VALUE if this is the last
     * @param window buffer of at least {@link RecordLayout#RECORD_BYTES_MAX} bytes, little-endian
     */
    SegmentReader(Path path, FileChannel channel, SegmentHeader header, long limit, ByteBuffer window)
            throws IOException {
        this.path = path;
        this.channel = channel;
        this.header = header;
        this.window = window;
        final long size = channel.size();
        this.limit = Math.min(limit, header.firstLsn() + Math.max(0, size - SegmentHeader.BYTES));
        lsn = header.firstLsn();
        chain = header.crc();
        window.limit(0);
    }

    /** Goes to the next record; false if there is no valid one there, and {@link #position} stays. */
    boolean next() throws IOException {
        if (limit - lsn < RecordLayout.HEADER_BYTES) {
            return false;
        }
        load(RecordLayout.HEADER_BYTES);
        final int start = (int) (offset(lsn) - windowOffset);
        if (window.limit() - start < RecordLayout.HEADER_BYTES) {
            return false;
        }
        final int bytes = window.getInt(start + RecordLayout.LENGTH);
        if (bytes < RecordLayout.HEADER_BYTES || bytes > RecordLayout.RECORD_BYTES_MAX
            || RecordLayout.size(bytes) > limit - lsn || window.getLong(start + RecordLayout.LSN) != lsn) {
            return false;
        }
        load(bytes);
        final int from = (int) (offset(lsn) - windowOffset);
        if (window.limit() - from < bytes
            || window.getInt(from + RecordLayout.CHECK) != check(window, from, bytes, chain)) {
            return false;
        }
        at = from;
        length = bytes;
        chain = window.getInt(from + RecordLayout.CHECK);
        checkForm();
        closed = type() == RecordType.CLOSED;
        lsn += RecordLayout.size(bytes);
        return true;
    }

    private int check(ByteBuffer in, int from, int bytes, int before) {
        crc.reset();
        RecordLayout.updateInt(crc, before);
        final int end = in.limit();
        crc.update(in.limit(from + bytes).position(from + RecordLayout.LSN));
        in.limit(end);
        RecordLayout.updateInt(crc, bytes);
        return (int) crc.getValue();
    }

    /** Bytes that the check value confirms were written so: if they make no sense, another version wrote them. */
    private void checkForm() {
        final int type = window.get(at + RecordLayout.TYPE);
        final int flags = window.get(at + RecordLayout.FLAGS);
        final boolean sound = switch (type) {
            case RecordLayout.TRANSACTION -> flags >= 0 && flags <= (RecordLayout.FIRST | RecordLayout.LAST)
                && (flags == (RecordLayout.FIRST | RecordLayout.LAST)
                    || length >= RecordLayout.HEADER_BYTES + RecordLayout.FIRST_LSN_BYTES);
            case RecordLayout.MARK, RecordLayout.CLOSED ->
                length == RecordLayout.MARK_BYTES && RecordLayout.isMark(window, at, lsn);
            default -> false;
        };
        if (!sound) {
            throw new DamagedException("the record has type %d, flags %d and %d bytes, which this version of Baton "
                .formatted(type, flags, length) + "does not write").in(place(lsn));
        }
    }

    private long offset(long ofLsn) {
        return SegmentHeader.BYTES + ofLsn - header.firstLsn();
    }

    /** Makes the window hold so many bytes at the current LSN, if the file has them. */
    private void load(int bytes) throws IOException {
        final long offset = offset(lsn);
        if (offset >= windowOffset && offset + bytes <= windowOffset + window.limit()) {
            return;
        }
        window.clear();
        LogFiles.readFully(channel, window, offset);
        window.flip();
        windowOffset = offset;
    }

    /** Returns the LSN behind the last record that was read, which the next one has. */
    long position() {
        return lsn;
    }

    /** Returns the check value of the last record, or of the header. */
    int chain() {
        return chain;
    }

    /** Returns whether the last record was CLOSED. */
    boolean closed() {
        return closed;
    }

    SegmentHeader header() {
        return header;
    }

    /**
     * Returns a copy of the record, padding included, as it is behind another check value. CLOSED becomes a MARK: the
     * log goes on.
     */
    ByteBuffer copyBehind(int before) {
        final ByteBuffer copy = ByteBuffer.allocate(RecordLayout.size(length)).order(ByteOrder.LITTLE_ENDIAN);
        copy.put(0, window, at, length);
        if (type() == RecordType.CLOSED) {
            copy.put(RecordLayout.TYPE, (byte) RecordLayout.MARK);
            copy.putInt(RecordLayout.MARK_CRC, RecordLayout.markCheck(recordLsn(), RecordLayout.MARK,
                getLong(RecordLayout.MARK_FORCED), getLong(RecordLayout.MARK_TIME)));
        }
        final int check = check(copy, 0, length, before);
        return copy.clear().putInt(RecordLayout.CHECK, check);
    }

    /** Returns how a message names the place of an LSN. */
    String place(long ofLsn) {
        return "%s, offset %d (LSN %d)".formatted(path, offset(ofLsn), ofLsn);
    }

    long recordLsn() {
        return lsn - RecordLayout.size(length);
    }

    long recordOffset() {
        return offset(recordLsn());
    }

    RecordType type() {
        return switch (window.get(at + RecordLayout.TYPE)) {
            case RecordLayout.TRANSACTION -> RecordType.TRANSACTION;
            case RecordLayout.MARK -> RecordType.MARK;
            default -> RecordType.CLOSED;
        };
    }

    int flags() {
        return window.get(at + RecordLayout.FLAGS);
    }

    int length() {
        return length;
    }

    /** Returns eight bytes of the record. */
    long getLong(int offset) {
        return window.getLong(at + offset);
    }

    /** Returns where in the window the record begins. */
    int at() {
        return at;
    }

    /**
     * Looks at everything behind the end, which is the current position: whether a mark says that more was forced, and
     * how much was written.
     *
     * @return bytes behind the end up to that of the last record that was begun there
     */
    long searchBehind() throws IOException {
        final long end = lsn;
        long torn = 0;
        long lsnAt = end;
        while (limit - lsnAt >= RecordLayout.HEADER_BYTES) {
            window.clear();
            LogFiles.readFully(channel, window, offset(lsnAt));
            window.flip();
            final int places = window.limit() - RecordLayout.MARK_BYTES;
            int i = 0;
            for (; i <= places; i += 8) {
                if (window.getLong(i + RecordLayout.LSN) == lsnAt + i) {
                    torn = Math.max(torn, lsnAt + i + begun(i) - end);
                    refuseMark(i, lsnAt + i, end);
                }
            }
            if (i == 0) {
                break;
            }
            lsnAt += i;
        }
        return torn;
    }

    private int begun(int place) {
        final int bytes = window.getInt(place);
        return bytes < RecordLayout.HEADER_BYTES || bytes > RecordLayout.RECORD_BYTES_MAX
            ? RecordLayout.HEADER_BYTES : bytes;
    }

    private void refuseMark(int place, long markLsn, long end) {
        if (RecordLayout.isMark(window, place, markLsn)) {
            final long forced = window.getLong(place + RecordLayout.MARK_FORCED);
            if (forced > end) {
                throw new DamagedException("there is no valid record here, but the mark at offset %d says that the "
                    .formatted(offset(markLsn)) + "log was forced up to LSN %d".formatted(forced)).in(place(end));
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
