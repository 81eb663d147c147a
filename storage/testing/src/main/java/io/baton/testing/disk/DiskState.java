package io.baton.testing.disk;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is on a disk at one moment: names and contents. A copy shares the contents. Not thread-safe. */
final class DiskState {
    private final DirectoryEntries names;
    /** Also of files that lost their names. An inode that is not here is a directory. */
    private final Map<Integer, Content> files;
    private int nextInode;

    DiskState() {
        names = new DirectoryEntries();
        files = new HashMap<>();
        nextInode = DirectoryEntries.ROOT + 1;
    }

    private DiskState(DiskState other) {
        names = other.names.copy();
        files = new HashMap<>(other.files);
        nextInode = other.nextInode;
    }

    DiskState copy() {
        return new DiskState(this);
    }

    DirectoryEntries names() {
        return names;
    }

    int newInode() {
        return nextInode++;
    }

    /** Makes sure that inodes given out from now on are different from this one. */
    void reserve(int inode) {
        nextInode = Math.max(nextInode, inode + 1);
    }

    boolean isFile(int inode) {
        return files.containsKey(inode);
    }

    @Nullable
    Content content(int inode) {
        return files.get(inode);
    }

    void setContent(int inode, Content content) {
        files.put(inode, content);
    }

    /** Forgets the contents of files without a name. */
    void forgetNameless() {
        files.keySet().retainAll(names.named());
    }

    /** The sizes of all files that have names, in bytes. */
    long usedBytes() {
        long used = 0;
        for (Map.Entry<Integer, Content> file : files.entrySet()) {
            if (names.place(file.getKey()) != null) {
                used += file.getValue().size();
            }
        }
        return used;
    }
}
