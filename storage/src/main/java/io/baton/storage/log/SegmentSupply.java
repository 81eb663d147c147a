package io.baton.storage.log;

import io.baton.park.Parking;
import io.baton.storage.log.file.LogFiles;
import io.baton.storage.log.file.SegmentFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Makes the next segment ready on a thread of its own, and removes old ones. At most one segment is ready.
 */
final class SegmentSupply implements Runnable {
    // Ownership: everything under the lock, but files, which only the thread touches, and a segment that was taken,
    // which is the taker's.
    /** Old segments that are kept to be used again, at most. */
    private static final int SPARES_MAX = 8;
    private static final int PIECE_BYTES = 1 << 18;
    /** So much is written between two forces, so that the writer's own force waits for little. */
    private static final int UNFORCED_BYTES_MAX = 1 << 20;

    private final LogFiles files;
    private final long segmentBytes;
    private final Lock lock;
    private final Condition changed;
    private final Deque<Path> old = new ArrayDeque<>();
    /** Number of the segment that is to be made ready; 0 if none is. */
    private long wanted;
    private @Nullable SegmentFile ready;
    private @Nullable Throwable failure;
    private boolean closed;
    private boolean keepsFiles;

    SegmentSupply(LogFiles files, long segmentBytes, Parking parking) {
        this.files = files;
        this.segmentBytes = segmentBytes;
        lock = parking.newLock();
        changed = lock.newCondition();
    }

    /** Asks for a segment, which is made ready meanwhile. */
    void prepare(long number) {
        lock.lock();
        try {
            if (ready == null) {
                wanted = number;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a segment. A segment that could not be made ready is tried once more, with another file. */
    SegmentFile take(long number) throws IOException {
        lock.lock();
        try {
            failure = null;
            if (ready == null) {
                wanted = number;
                changed.signalAll();
            }
            while (ready == null && failure == null && !closed) {
                changed.awaitUninterruptibly();
            }
            final SegmentFile taken = ready;
            if (taken == null) {
                throw new IOException("segment %d could not be made ready: %s".formatted(number,
                    failure == null ? "the log is closed" : failure.getMessage()), failure);
            }
            ready = null;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Hands over segments that are no longer needed, the oldest first. */
    void retire(Iterable<Path> segments) {
        lock.lock();
        try {
            segments.forEach(old::addLast);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The thread ends after what it does now; after a failure files stay as they are. */
    void close(boolean failed) {
        lock.lock();
        try {
            closed = true;
            keepsFiles = failed;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        while (awaitWork()) {
            SegmentFile made = null;
            Throwable trouble = null;
            final long number = wanted();
            try {
                removeSurplus();
                made = number == 0 ? null : make(number);
            } catch (Throwable e) {
                trouble = e;
            }
            if (number != 0) {
                made(made, trouble);
            }
        }
        discard();
    }

    private boolean awaitWork() {
        lock.lock();
        try {
            while (!closed && wanted == 0 && old.size() <= SPARES_MAX) {
                changed.awaitUninterruptibly();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private long wanted() {
        lock.lock();
        try {
            return wanted;
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Path pollOld(int keep) {
        lock.lock();
        try {
            return old.size() > keep ? old.pollFirst() : null;
        } finally {
            lock.unlock();
        }
    }

    private void made(@Nullable SegmentFile made, @Nullable Throwable trouble) {
        lock.lock();
        try {
            wanted = 0;
            ready = made;
            failure = trouble;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void removeSurplus() {
        Path path = pollOld(SPARES_MAX);
        while (path != null) {
            remove(path);
            path = pollOld(SPARES_MAX);
        }
    }

    /** A segment that cannot be deleted does no harm: recovery passes over it, and the next opening tries again. */
    private void remove(Path path) {
        try {
            files.delete(path);
        } catch (IOException e) {
            return;
        }
    }

    private SegmentFile make(long number) throws IOException {
        final Path spare = pollOld(0);
        if (spare != null) {
            final SegmentFile recycled = recycle(spare, number);
            if (recycled != null) {
                return recycled;
            }
        }
        final Path path = files.unfinished(number);
        files.delete(path);
        final FileChannel channel = files.create(path);
        try {
            fill(channel);
        } catch (IOException | RuntimeException | Error e) {
            giveUp(channel, path, e);
            throw e;
        }
        return new SegmentFile(files, channel, number, segmentBytes, false);
    }

    private void giveUp(FileChannel channel, Path path, Throwable reason) {
        try {
            channel.close();
            files.delete(path);
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    /** The old name must be gone for good before anything in the file changes. */
    private @Nullable SegmentFile recycle(Path spare, long number) throws IOException {
        if (!files.isThere(spare)) {
            // It was deleted by another program.
            return null;
        }
        final Path path = files.unfinished(number);
        files.move(spare, path);
        files.forceDirectory();
        if (files.size(path) != segmentBytes) {
            return null;
        }
        return new SegmentFile(files, files.openForWriting(path), number, segmentBytes, true);
    }

    /** Fills the file with zeros: a force of it later has no sizes or places of blocks to write. */
    private void fill(FileChannel channel) throws IOException {
        final ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(PIECE_BYTES, segmentBytes));
        long unforced = 0;
        for (long at = 0; at < segmentBytes; at += zeros.capacity()) {
            if (isClosed()) {
                throw new IOException("the log is closed");
            }
            zeros.limit((int) Math.min(zeros.capacity(), segmentBytes - at)).position(0);
            LogFiles.writeFully(channel, zeros, at);
            unforced += zeros.capacity();
            if (unforced >= UNFORCED_BYTES_MAX) {
                channel.force(false);
                unforced = 0;
            }
        }
        channel.force(true);
    }

    /** A ready segment that was not taken is unfinished work, which the next opening would remove. */
    private void discard() {
        lock.lock();
        try {
            if (ready != null) {
                ready.close();
                if (!keepsFiles) {
                    files.delete(files.unfinished(ready.number()));
                }
                ready = null;
            }
        } catch (IOException e) {
            ready = null;
        } finally {
            lock.unlock();
        }
    }
}
