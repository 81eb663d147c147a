package io.baton.testing.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A file while a history is replayed: what was forced of it, and what was done since. Not thread-safe. */
final class UnforcedFile {
    private final int inode;
    private final String path;
    private final List<UnforcedUnit.SizeChange> sizes = new ArrayList<>();
    /** By number. */
    private final Map<Long, List<UnforcedUnit.SectorVersion>> sectors = new TreeMap<>();
    private Content forced;

    UnforcedFile(int inode, String path, Content forced) {
        this.inode = inode;
        this.path = path;
        this.forced = forced;
    }

    void write(int time, DiskOperation.Write write) {
        resize(time, write.after().size());
        long offset = write.offset();
        long end = offset + write.length();
        while (offset < end) {
            long number = offset / Content.SECTOR_BYTES;
            long start = number * Content.SECTOR_BYTES;
            int from = (int) (offset - start);
            int to = (int) Math.min(Content.SECTOR_BYTES, end - start);
            sectors.computeIfAbsent(number, key -> new ArrayList<>())
                .add(new UnforcedUnit.SectorVersion(time, write.after(), from, to));
            offset = start + to;
        }
    }

    void resize(int time, long size) {
        long before = sizes.isEmpty() ? forced.size() : sizes.getLast().size();
        if (size != before) {
            sizes.add(new UnforcedUnit.SizeChange(time, size, size < before));
        }
    }

    /** {@return what is forced now that all that was done is} */
    Content force() {
        if (isDirty()) {
            FileCut cut = cut();
            forced = cut.content(CutPoint.latest(cut.units()), 0, null);
            lose();
        }
        return forced;
    }

    /** What was done since the last force is not forced by the next. */
    void lose() {
        sizes.clear();
        sectors.clear();
    }

    boolean isDirty() {
        return !sizes.isEmpty() || !sectors.isEmpty();
    }

    int inode() {
        return inode;
    }

    FileCut cut() {
        List<UnforcedUnit.Sector> cut = new ArrayList<>();
        sectors.forEach(
            (number, versions) -> cut.add(new UnforcedUnit.Sector(path, number, forced, List.copyOf(versions))));
        return new FileCut(inode, forced, new UnforcedUnit.Size(path, List.copyOf(sizes)), cut);
    }
}
