package io.baton.testing.disk;

/** What software can do to a disk. */
public enum DiskOperationKind {
    /** A file gets a name, and is empty. */
    CREATE,
    /** A directory gets a name, and is empty. */
    MAKE_DIRECTORY,
    /** A file or directory gets another name; a file that had it is gone. */
    RENAME,
    /** A file or an empty directory loses its name. */
    DELETE,
    /** Bytes of a file are written; the file may grow. */
    WRITE,
    /** A file becomes shorter. */
    TRUNCATE,
    /** A file's bytes and size are forced to the disk. */
    FORCE,
    /** A directory's names are forced to the disk. */
    FORCE_DIRECTORY,
    /** Bytes of a file are read: can fail, but is in no history. */
    READ,
    /** The names in a directory are read: likewise. */
    LIST,
    /** It is asked whether a path is there, and what it is: likewise. */
    LOOK;

    /** Returns whether the disk has something else afterwards, or more for certain. */
    boolean isInHistory() {
        return this != READ && this != LIST && this != LOOK;
    }
}
