package io.baton.storage.log.file;

import io.baton.storage.codec.DamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** A directory with copies of a log's finished segments (storage/spec/4-log.md, "The archive"). One thread. */
public final class ArchiveDirectory {
    private static final int PIECE_BYTES = 1 << 18;

    private final LogFiles log;
    private final LogFiles archive;
    private final UUID storeId;
    /** Its contents, under names that are on disk, when the log was opened. */
    private final Set<Long> known = new HashSet<>();

    /**
     * Names the directories.
     *
     * @param log where the segments are
     * @param directory where the copies are; it exists
     * @param storeId the store's id
     */
    public ArchiveDirectory(LogFiles log, Path directory, UUID storeId) {
        this.log = log;
        this.archive = new LogFiles(directory);
        this.storeId = storeId;
    }

    /**
     * Makes sure that what is in the archive belongs to the log that is about to go on, and removes what an earlier
     * process left unfinished.
     *
     * @param end where the log ends
     * @throws DamagedException if a segment of another store is there, more of the log than the store has, or if a
     *     segment behind the oldest copy is neither there nor in the log; then nothing was changed
     */
    public void open(LogEnd end) throws IOException {
        final NavigableMap<Long, Path> copies = archive.segments();
        if (!copies.isEmpty()) {
            check(copies, end);
        }
        archive.removeUnfinished();
        archive.forceDirectory();
        known.addAll(copies.keySet());
    }

    private void check(NavigableMap<Long, Path> copies, LogEnd end) throws IOException {
        final Path newest = copies.lastEntry().getValue();
        final SegmentScan scan = new SegmentScan(archive);
        final SegmentHeader header = scan.header(newest);
        if (!header.storeId().equals(storeId)) {
            throw new DamagedException("the archive is of store %s, and this is store %s; give each an archive of its"
                .formatted(header.storeId(), storeId) + " own").in(newest.toString());
        }
        if (header.number() > end.segment()) {
            throw further("the log ends with segment " + end.segment(), newest);
        }
        final long endsAt = SegmentHeader.BYTES + end.lsn() - header.firstLsn();
        if (header.number() == end.segment() && archive.size(newest) > endsAt) {
            throw further("the log ends at byte %d of this segment".formatted(endsAt), newest);
        }
        for (Map.Entry<Long, Path> segment : log.segments().entrySet()) {
            final Path copy = copies.get(segment.getKey());
            if (copy != null && !scan.header(copy).equals(new SegmentScan(log).header(segment.getValue()))) {
                throw further("it is not the same as " + segment.getValue(), copy);
            }
        }
        requireNoGap(copies);
    }

    /** From the oldest copy on, what is not there can be copied: no restore leads over a gap. */
    private void requireNoGap(NavigableMap<Long, Path> copies) throws IOException {
        final NavigableSet<Long> numbers = new TreeSet<>(copies.keySet());
        numbers.addAll(log.segments().keySet());
        long expected = copies.firstKey();
        for (long number : numbers.tailSet(expected)) {
            if (number != expected) {
                throw gap(expected);
            }
            expected++;
        }
    }

    private DamagedException gap(long number) {
        return new DamagedException(("segment %d is neither there nor in the log, so that nothing can be restored over"
            + " it. Was the store opened without its archive, or a copy deleted? Give another archive, and make a"
            + " backup").formatted(number)).in(archive.directory().toString());
    }

    private static DamagedException further(String why, Path copy) {
        return new DamagedException(("%s: the archive has another or a longer log than the store. Restore from a backup"
            + " and the archive (baton restore --log); or, if the store is to go on as it is, give it another archive")
            .formatted(why)).in(copy.toString());
    }

    /** Returns whether a segment had been copied when the log was opened. */
    public boolean had(long number) {
        return known.contains(number);
    }

    /**
     * Copies a finished segment: when this returns, the copy and its name are on disk.
     *
     * @param number the segment's
     * @param bytes up to where it belongs to the log
     * @param goOn asked now and then whether it is still wanted
     * @return false if it is not, and nothing was copied
     * @throws DamagedException if the segment's header is damaged or the file too short
     */
    public boolean copy(long number, long bytes, BooleanSupplier goOn) throws IOException {
        final Path from = log.segment(number);
        final SegmentHeader header = new SegmentScan(log).header(from);
        if (header.number() != number || !header.storeId().equals(storeId)) {
            throw new DamagedException("the file says that it is segment %d of store %s"
                .formatted(header.number(), header.storeId())).in(from.toString());
        }
        final Path target = archive.segment(number);
        if (archive.segments().containsKey(number) && !new SegmentScan(archive).header(target).equals(header)) {
            throw new FileAlreadyExistsException(target.toString(), null,
                "it is of another store or another life of this one; give each an archive of its own");
        }
        final Path unfinished = archive.unfinished(number);
        archive.delete(unfinished);
        if (!copy(from, unfinished, bytes, goOn)) {
            archive.delete(unfinished);
            return false;
        }
        archive.move(unfinished, target);
        archive.forceDirectory();
        return true;
    }

    private boolean copy(Path from, Path to, long bytes, BooleanSupplier goOn) throws IOException {
        final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
        try (FileChannel source = log.openForReading(from); FileChannel target = archive.create(to)) {
            for (long at = 0; at < bytes; at += piece.limit()) {
                if (!goOn.getAsBoolean()) {
                    return false;
                }
                piece.clear().limit((int) Math.min(PIECE_BYTES, bytes - at));
                LogFiles.readFully(source, piece, at);
                if (piece.hasRemaining()) {
                    throw new DamagedException("the segment ends at byte %d, and has %d that belong to the log"
                        .formatted(at + piece.position(), bytes)).in(from.toString());
                }
                LogFiles.writeFully(target, piece.flip(), at);
            }
            target.force(true);
            return true;
        }
    }
}
