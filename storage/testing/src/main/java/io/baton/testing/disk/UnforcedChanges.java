package io.baton.testing.disk;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Replays a history, and knows at each point what was forced and what was not. Not thread-safe. */
final class UnforcedChanges {
    private final DiskState forced;
    /** Those that the history names, by inode. */
    private final Map<Integer, UnforcedFile> files = new TreeMap<>();
    /** In the order in which they were made. */
    private final List<UnforcedUnit.Name> names = new ArrayList<>();
    private int replayed;

    /** Begins with a disk on which everything is forced. */
    UnforcedChanges(DiskState origin) {
        forced = origin.copy();
    }

    /** {@return how many operations were replayed} */
    int replayed() {
        return replayed;
    }

    void replay(DiskOperation operation) {
        switch (operation) {
            case DiskOperation.Write write -> file(write.inode(), write.path()).write(replayed, write);
            case DiskOperation.Truncation cut -> file(cut.inode(), cut.path()).resize(replayed, cut.size());
            case DiskOperation.Naming naming -> name(naming);
            case DiskOperation.Force force when force.kind() == DiskOperationKind.FORCE -> forceFile(force);
            case DiskOperation.Force force when force.failed() ->
                names.removeIf(name -> name.change().isIn(force.inode()));
            case DiskOperation.Force force -> forceDirectory(force.inode());
        }
        replayed++;
    }

    private UnforcedFile file(int inode, String path) {
        return files.computeIfAbsent(inode,
            key -> new UnforcedFile(inode, path, Objects.requireNonNull(forced.content(inode))));
    }

    private void name(DiskOperation.Naming naming) {
        forced.reserve(naming.inode());
        if (naming.kind() == DiskOperationKind.CREATE) {
            forced.setContent(naming.inode(), Content.EMPTY);
        }
        names.add(new UnforcedUnit.Name(replayed, naming));
    }

    private void forceFile(DiskOperation.Force force) {
        UnforcedFile file = file(force.inode(), force.path());
        if (force.failed()) {
            file.lose();
        } else {
            forced.setContent(file.inode(), file.force());
        }
    }

    private void forceDirectory(int directory) {
        List<UnforcedUnit.Name> covered = new ArrayList<>();
        for (Iterator<UnforcedUnit.Name> left = names.iterator(); left.hasNext();) {
            UnforcedUnit.Name name = left.next();
            if (name.change().isIn(directory)) {
                covered.add(name);
                left.remove();
            }
        }
        for (UnforcedUnit.Name name : covered) {
            forced.names().move(name.change().inode(), name.change().to());
            names.replaceAll(earlier -> supersede(earlier, name));
        }
        names.removeIf(name -> name.change().inode() == DirectoryEntries.NONE);
    }

    /**
     * What is left of an earlier change of the same inode in other directories, now that a later one is forced: that
     * what it displaced is gone.
     */
    private static UnforcedUnit.Name supersede(UnforcedUnit.Name earlier, UnforcedUnit.Name forcedOne) {
        DiskOperation.Naming change = earlier.change();
        if (change.inode() != forcedOne.change().inode() || earlier.time() > forcedOne.time()) {
            return earlier;
        }
        return new UnforcedUnit.Name(earlier.time(), new DiskOperation.Naming(DiskOperationKind.DELETE, change.path(),
            change.displaced(), change.to(), null, DirectoryEntries.NONE));
    }

    /** {@return the disk at this point, which does not change when more is replayed} */
    CutPoint cut() {
        List<FileCut> dirty = new ArrayList<>();
        for (UnforcedFile file : files.values()) {
            if (file.isDirty() && canHaveName(file.inode())) {
                dirty.add(file.cut());
            }
        }
        return new CutPoint(forced.copy(), dirty, List.copyOf(names));
    }

    private boolean canHaveName(int inode) {
        return forced.names().place(inode) != null
            || names.stream().anyMatch(name -> name.change().inode() == inode && name.change().to() != null);
    }
}
