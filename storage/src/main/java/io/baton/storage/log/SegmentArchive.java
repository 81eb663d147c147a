package io.baton.storage.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.park.Parking;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.log.file.ArchiveDirectory;
import io.baton.storage.log.file.LogFiles;
import io.baton.storage.log.file.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Copies each finished segment to the archive, the oldest first, on a thread of its own. A segment that nobody needs
 * any more is handed on to be removed only when it was copied; one that cannot be copied is tried again, and the log
 * goes on and grows meanwhile. One that is damaged is left where it is.
 */
final class SegmentArchive implements Runnable {
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How long closing waits for copies; the next opening makes those that are missing then. */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private record Segment(long number, Path path, long firstLsn, long endLsn) {
        long bytes() {
            return SegmentHeader.BYTES + endLsn - firstLsn;
        }
    }

    private final ArchiveDirectory directory;
    private final LogFiles files;
    private final Consumer<List<Path>> remover;
    private final NanoClock clock;
    private final Lock lock;
    private final Condition changed;
    /** The segment that was begun last, which has no end yet. */
    @GuardedBy("lock")
    private @Nullable Segment current;
    @GuardedBy("lock")
    private final Deque<Segment> finished = new ArrayDeque<>();
    /** Segments to be removed, the oldest first. */
    @GuardedBy("lock")
    private final Deque<Path> unneeded = new ArrayDeque<>();
    @GuardedBy("lock")
    private final Set<Path> damaged = new HashSet<>();
    @GuardedBy("lock")
    private boolean closed;
    /** Set before {@link #ending}. */
    private long closedNanos;
    private volatile boolean ending;
    private volatile boolean abandoned;
    @GuardedBy("lock")
    private long copied;
    @GuardedBy("lock")
    private @Nullable Throwable failure;
    @GuardedBy("lock")
    private @Nullable Throwable damage;

    /**
     * Makes an archive.
     *
     * @param remover is handed copied segments that are no longer needed
     */
    SegmentArchive(ArchiveDirectory directory, LogFiles files, Consumer<List<Path>> remover, NanoClock clock,
            Parking parking) {
        this.directory = directory;
        this.files = files;
        this.remover = remover;
        this.clock = clock;
        lock = parking.newLock();
        changed = lock.newCondition();
    }

    /** Says that a segment begins, so that the one before it is finished; before that can be removed. */
    void begun(long number, long firstLsn) {
        lock.lock();
        try {
            finish(firstLsn);
            current = new Segment(number, files.segment(number), firstLsn, firstLsn);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void finish(long endLsn) {
        final Segment last = current;
        if (last != null) {
            finished.addLast(new Segment(last.number, last.path, last.firstLsn, endLsn));
            current = null;
            changed.signalAll();
        }
    }

    /** Says that the log was closed in order: nothing is written to its last segment any more. */
    void ended(long endLsn) {
        lock.lock();
        try {
            finish(endLsn);
        } finally {
            lock.unlock();
        }
    }

    /** Takes segments that are no longer needed, the oldest first, and hands them on when they are copied. */
    void retire(List<Path> segments) {
        lock.lock();
        try {
            unneeded.addAll(segments);
            handOn();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void handOn() {
        while (!unneeded.isEmpty()) {
            final Path oldest = unneeded.element();
            if (finished.stream().anyMatch(segment -> segment.path.equals(oldest))) {
                return;
            }
            unneeded.remove();
            if (!damaged.contains(oldest)) {
                remover.accept(List.of(oldest));
            }
        }
    }

    /** Ends the thread: after a failure at once, else when it has tried to copy what is finished, or time is over. */
    void close(boolean failed) {
        lock.lock();
        try {
            abandoned |= failed;
            closed = true;
            if (!ending) {
                closedNanos = clock.nanoTime();
                ending = true;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    ArchiveStatistics statistics() {
        lock.lock();
        try {
            return new ArchiveStatistics(copied, finished.size(), failure == null ? damage : failure);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        boolean more = true;
        while (more) {
            final Segment next = awaitNext();
            more = next != null && copy(next);
        }
    }

    /** Returns the oldest segment that is not copied; null if there is none and there will be none. */
    private @Nullable Segment awaitNext() {
        lock.lock();
        try {
            while (!closed && finished.isEmpty()) {
                changed.awaitUninterruptibly();
            }
            return isWanted() ? finished.peekFirst() : null;
        } finally {
            lock.unlock();
        }
    }

    private boolean isWanted() {
        return !abandoned && !(ending && clock.nanoTime() - closedNanos >= CLOSE_NANOS);
    }

    /** Returns whether to go on. */
    private boolean copy(Segment segment) {
        try {
            if (!directory.had(segment.number) && !directory.copy(segment.number, segment.bytes(), this::isWanted)) {
                return false;
            }
            done();
            return true;
        } catch (DamagedException e) {
            // No copy would be of use, and what leads on from it is: a restore that needs it finds that it is missing.
            passOver(e);
            return true;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            return awaitRetry(e);
        }
    }

    private void done() {
        lock.lock();
        try {
            finished.removeFirst();
            copied++;
            failure = null;
            handOn();
        } finally {
            lock.unlock();
        }
    }

    private void passOver(DamagedException why) {
        lock.lock();
        try {
            damaged.add(finished.removeFirst().path);
            failure = null;
            damage = why;
            handOn();
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitRetry(Throwable why) {
        lock.lock();
        try {
            failure = why;
            long left = RETRY_NANOS;
            while (!closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            return !closed;
        } catch (InterruptedException e) {
            // No other code has this thread, so no interrupt is meant for it.
            return true;
        } finally {
            lock.unlock();
        }
    }
}
