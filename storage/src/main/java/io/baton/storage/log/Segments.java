package io.baton.storage.log;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** The segments of a log that is written, the oldest first; the last one is in use. */
final class Segments {
    private record Entry(Path path, long firstLsn) {
    }

    private final Deque<Entry> entries = new ArrayDeque<>();

    synchronized void add(Path path, long firstLsn) {
        entries.addLast(new Entry(path, firstLsn));
    }

    /** Returns whether each still has its name. */
    synchronized boolean areThere(Predicate<Path> there) {
        return entries.stream().allMatch(entry -> there.test(entry.path));
    }

    /** Returns where the last one begins. */
    synchronized long lastLsn() {
        return entries.getLast().firstLsn;
    }

    /** Takes out the segments that end at an LSN or before it, the oldest first; the last one always stays. */
    synchronized List<Path> removeBefore(long lsn) {
        final List<Path> removed = new ArrayList<>();
        while (entries.size() > 1) {
            final Entry oldest = entries.removeFirst();
            if (entries.getFirst().firstLsn > lsn) {
                entries.addFirst(oldest);
                break;
            }
            removed.add(oldest.path);
        }
        return removed;
    }
}
