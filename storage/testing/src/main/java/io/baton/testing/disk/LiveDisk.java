package io.baton.testing.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What the processes of one machine see: the state with all that was not forced yet, the history of changes, the file
 * locks, and the faults to come. Its monitor guards everything, that of its file system, too.
 */
final class LiveDisk {
    @GuardedBy("this")
    private final DiskState state;
    @GuardedBy("this")
    private final List<DiskOperation> history = new ArrayList<>();
    @GuardedBy("this")
    private final Faults faults = new Faults();
    /** By the inode of the file: the locks that keep other processes out. */
    @GuardedBy("this")
    private final Map<Integer, DiskLock> locks = new HashMap<>();
    /** What each process believes that it holds, as a JVM has a table of its own and does not ask the system. */
    @GuardedBy("this")
    private final Set<DiskLock> believed = new HashSet<>();
    @GuardedBy("this")
    private long capacityBytes = Long.MAX_VALUE;
    private volatile Runnable beforeForce = () -> {
        // Nothing holds forces up.
    };

    LiveDisk(DiskState state) {
        this.state = state;
    }

    /** {@return the state, which is used under this disk's monitor} */
    synchronized DiskState state() {
        return state;
    }

    synchronized List<DiskOperation> history() {
        return List.copyOf(history);
    }

    synchronized int operations() {
        return history.size();
    }

    /** Adds the operations after the first {@code from} to a list. */
    synchronized List<DiskOperation> history(int from, int to) {
        return List.copyOf(history.subList(from, to));
    }

    synchronized void inject(Fault fault) {
        faults.add(fault);
    }

    synchronized void clearFaults() {
        faults.clear();
    }

    void beforeForces(Runnable wait) {
        beforeForce = wait;
    }

    /** Waits as long as a force is held up; others may use the disk meanwhile. */
    void awaitForce() {
        beforeForce.run();
    }

    synchronized void setCapacity(long bytes) {
        capacityBytes = bytes;
    }

    synchronized long capacityBytes() {
        return capacityBytes;
    }

    /** {@return how many bytes can still be added to files} */
    synchronized long freeBytes() {
        return Math.max(0, capacityBytes - state.usedBytes());
    }

    synchronized long size(int inode) {
        Content content = state.content(inode);
        return content == null ? Content.PAGE_BYTES : content.size();
    }

    synchronized void failIfDue(DiskOperationKind kind) throws IOException {
        Fault fault = faults.next(kind);
        if (fault != null) {
            throw new IOException(fault.reason());
        }
    }

    /** {@return how many bytes were read, or -1 if the offset is not before the end and some were asked for} */
    synchronized int read(int inode, long offset, byte[] target) throws IOException {
        if (target.length == 0) {
            return 0;
        }
        failIfDue(DiskOperationKind.READ);
        Content content = state.content(inode);
        if (content == null) {
            throw new IOException("Is a directory");
        }
        int bytes = (int) Math.min(target.length, content.size() - offset);
        if (bytes <= 0) {
            return -1;
        }
        content.copy(offset, target, 0, bytes);
        return bytes;
    }

    /** {@return how many of the bytes were written: fewer than given if the disk is full behind them} */
    synchronized int write(int inode, String path, long offset, byte[] source) throws IOException {
        if (source.length == 0) {
            return 0;
        }
        Fault fault = faults.next(DiskOperationKind.WRITE);
        Content before = Objects.requireNonNull(state.content(inode));
        int bytes = fault == null ? source.length : Math.min(source.length, fault.bytes());
        boolean full = false;
        if (offset + bytes > before.size() && capacityBytes != Long.MAX_VALUE) {
            int fitting = Math.clamp(before.size() + freeBytes() - offset, 0, bytes);
            full = fitting == 0 && bytes > 0;
            bytes = fitting;
        }
        if (bytes > 0) {
            Content after = before.edit().write(offset, source, 0, bytes).build();
            state.setContent(inode, after);
            history.add(new DiskOperation.Write(path, inode, offset, bytes, after));
        }
        if (fault != null && fault.reason() != null) {
            throw new IOException(fault.reason());
        }
        if (full) {
            throw new IOException(Fault.DISK_FULL);
        }
        return bytes;
    }

    /** Makes a file shorter; does nothing if it is not longer. */
    synchronized void truncate(int inode, String path, long size) throws IOException {
        Content before = Objects.requireNonNull(state.content(inode));
        if (size >= before.size()) {
            return;
        }
        failIfDue(DiskOperationKind.TRUNCATE);
        state.setContent(inode, before.edit().resize(size).build());
        history.add(new DiskOperation.Truncation(path, inode, size));
    }

    /** Forces a file's bytes and size, or a directory's names. */
    synchronized void force(int inode, String path) throws IOException {
        DiskOperationKind kind = state.isFile(inode) ? DiskOperationKind.FORCE : DiskOperationKind.FORCE_DIRECTORY;
        Fault fault = faults.next(kind);
        history.add(new DiskOperation.Force(kind, path, inode, fault != null));
        if (fault != null) {
            throw new IOException(fault.reason());
        }
    }

    /** Gives an inode a name or takes it away. */
    synchronized void name(DiskOperation.Naming change) throws FileSystemException {
        Fault fault = faults.next(change.kind());
        if (fault != null) {
            throw new FileSystemException(change.path(), null, fault.reason());
        }
        state.names().move(change.inode(), change.to());
        if (change.kind() == DiskOperationKind.CREATE) {
            state.setContent(change.inode(), Content.EMPTY);
        }
        history.add(change);
    }

    /**
     * {@return whether the lock is held now; if not, another process has one on this file}
     *
     * @throws OverlappingFileLockException if the same process has one
     */
    synchronized boolean tryLock(int inode, DiskLock lock) {
        if (believed.stream().anyMatch(held -> held.inode() == inode && held.process() == lock.process())) {
            throw new OverlappingFileLockException();
        }
        if (locks.putIfAbsent(inode, lock) != null) {
            return false;
        }
        believed.add(lock);
        return true;
    }

    synchronized boolean isBelieved(DiskLock lock) {
        return believed.contains(lock);
    }

    synchronized void unlock(int inode, DiskLock lock) {
        believed.remove(lock);
        locks.remove(inode, lock);
        notifyAll();
    }

    /**
     * Releases the locks that were got through a channel, and wakes who waits. As POSIX has it, the process loses its
     * lock on the file even if it got it through another channel, and is not told.
     */
    synchronized void closed(DiskChannel channel, DiskProcess process, int inode) {
        believed.removeIf(lock -> lock.acquiredBy() == channel);
        DiskLock held = locks.get(inode);
        if (held != null && held.process() == process) {
            locks.remove(inode);
        }
        notifyAll();
    }

    /** Waits until no other process has a lock on this file. */
    synchronized void lock(int inode, DiskLock lock) throws InterruptedException, AsynchronousCloseException {
        while (!tryLock(inode, lock)) {
            wait();
            if (!lock.acquiredBy().isOpen()) {
                throw new AsynchronousCloseException();
            }
        }
    }
}
