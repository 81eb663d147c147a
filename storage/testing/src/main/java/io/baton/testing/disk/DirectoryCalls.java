package io.baton.testing.disk;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;

/** What a machine's system calls do with names, and how they refuse. Under the disk's monitor each. */
final class DirectoryCalls {
    private static final String NOT_A_DIRECTORY = "Not a directory";
    private static final String IS_A_DIRECTORY = "Is a directory";

    private final LiveDisk disk;

    DirectoryCalls(LiveDisk disk) {
        this.disk = disk;
    }

    /** {@return the inode of a file or directory, or {@link DirectoryEntries#NONE}} */
    private int find(DiskPath path) throws FileSystemException {
        int inode = DirectoryEntries.ROOT;
        for (String name : path.namesFromRoot()) {
            if (disk.state().isFile(inode)) {
                throw new FileSystemException(path.toString(), null, NOT_A_DIRECTORY);
            }
            inode = disk.state().names().inode(new Place(inode, name));
            if (inode == DirectoryEntries.NONE) {
                return DirectoryEntries.NONE;
            }
        }
        return inode;
    }

    private int existing(DiskPath path) throws FileSystemException {
        int inode = find(path);
        if (inode == DirectoryEntries.NONE) {
            throw new NoSuchFileException(path.toString());
        }
        return inode;
    }

    /** {@return where a path lies, in a directory that must be there} */
    private Place place(DiskPath path) throws FileSystemException {
        DiskPath absolute = path.toAbsolutePath().normalize();
        DiskPath parent = absolute.getParent();
        if (parent == null) {
            throw new FileSystemException(path.toString(), null, "Device or resource busy");
        }
        int directory = find(parent);
        if (directory == DirectoryEntries.NONE) {
            throw new NoSuchFileException(path.toString());
        }
        if (disk.state().isFile(directory)) {
            throw new FileSystemException(path.toString(), null, NOT_A_DIRECTORY);
        }
        return new Place(directory, absolute.namesFromRoot().getLast());
    }

    DiskAttributes attributes(DiskPath path) throws FileSystemException {
        synchronized (disk) {
            int inode = existing(path);
            look(path);
            return new DiskAttributes(inode, disk.state().isFile(inode), disk.size(inode));
        }
    }

    private void look(DiskPath path) throws FileSystemException {
        try {
            disk.failIfDue(DiskOperationKind.LOOK);
        } catch (IOException failure) {
            throw new FileSystemException(path.toString(), null, failure.getMessage());
        }
    }

    /** What a copy or a move in several steps says of a path that leads through a file: that there is nothing. */
    DiskAttributes attributesOfSource(DiskPath path) throws NoSuchFileException {
        try {
            return attributes(path);
        } catch (FileSystemException none) {
            throw new NoSuchFileException(path.toString());
        }
    }

    List<String> list(DiskPath path) throws FileSystemException {
        synchronized (disk) {
            int inode;
            try {
                inode = existing(path);
            } catch (FileSystemException refused) {
                throw refused instanceof NoSuchFileException ? refused : new NotDirectoryException(path.toString());
            }
            if (disk.state().isFile(inode)) {
                throw new NotDirectoryException(path.toString());
            }
            return disk.state().names().list(inode);
        }
    }

    /** {@return the inode of the file, or of a directory that is opened to be forced} */
    int open(DiskPath path, OpenMode mode) throws IOException {
        synchronized (disk) {
            int inode = find(path);
            if (inode == DirectoryEntries.NONE) {
                if (!mode.create()) {
                    throw new NoSuchFileException(path.toString());
                }
                inode = create(path, DiskOperationKind.CREATE);
            } else if (mode.createNew()) {
                throw new FileAlreadyExistsException(path.toString());
            } else if (mode.write() && !disk.state().isFile(inode)) {
                throw new FileSystemException(path.toString(), null, IS_A_DIRECTORY);
            } else if (mode.truncate()) {
                disk.truncate(inode, text(path), 0);
            }
            return inode;
        }
    }

    void createDirectory(DiskPath path) throws FileSystemException {
        synchronized (disk) {
            if (find(path) != DirectoryEntries.NONE) {
                throw new FileAlreadyExistsException(path.toString());
            }
            create(path, DiskOperationKind.MAKE_DIRECTORY);
        }
    }

    private int create(DiskPath path, DiskOperationKind kind) throws FileSystemException {
        Place place = place(path);
        int inode = disk.state().newInode();
        disk.name(new DiskOperation.Naming(kind, text(path), inode, null, place, DirectoryEntries.NONE));
        return inode;
    }

    void delete(DiskPath path) throws FileSystemException {
        synchronized (disk) {
            int inode = existing(path);
            Place place = place(path);
            if (!disk.state().isFile(inode) && !disk.state().names().list(inode).isEmpty()) {
                throw new DirectoryNotEmptyException(path.toString());
            }
            disk.name(new DiskOperation.Naming(
                DiskOperationKind.DELETE, text(path), inode, place, null, DirectoryEntries.NONE));
        }
    }

    /** Renames as {@code rename} of the machine does, in one step; {@code replace} without that deletes first. */
    void move(DiskPath from, DiskPath to, boolean atomic, boolean replace) throws FileSystemException {
        synchronized (disk) {
            if (!atomic) {
                makeRoom(from, to, replace);
            }
            Place source = place(from);
            Place place = place(to);
            int inode = existing(from);
            int target = find(to);
            if (inode == target) {
                return;
            }
            checkRename(from, to, inode, target, place);
            disk.name(new DiskOperation.Naming(DiskOperationKind.RENAME, text(from), inode, source, place, target));
        }
    }

    /** Deletes what a move replaces. */
    private void makeRoom(DiskPath from, DiskPath to, boolean replace) throws FileSystemException {
        int inode = attributesOfSource(from).inode();
        int target = find(to);
        if (target != DirectoryEntries.NONE && target != inode) {
            if (!replace) {
                throw new FileAlreadyExistsException(to.toString());
            }
            delete(to);
        }
    }

    private void checkRename(DiskPath from, DiskPath to, int inode, int target, Place place)
            throws FileSystemException {
        boolean file = disk.state().isFile(inode);
        if (!file && disk.state().names().isAbove(inode, place.directory())) {
            throw new FileSystemException(from.toString(), to.toString(), "Invalid argument");
        }
        if (target == DirectoryEntries.NONE) {
            return;
        }
        if (file != disk.state().isFile(target)) {
            throw new FileSystemException(from.toString(), to.toString(), file ? IS_A_DIRECTORY : NOT_A_DIRECTORY);
        }
        if (!file && !disk.state().names().list(target).isEmpty()) {
            throw new FileSystemException(from.toString(), to.toString(), "Directory not empty");
        }
    }

    static String text(DiskPath path) {
        return path.toAbsolutePath().normalize().toString();
    }
}
