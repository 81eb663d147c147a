package io.baton.testing.disk;

import org.jspecify.annotations.Nullable;

/** A change that was made to a disk, or a force. Immutable. */
public sealed interface DiskOperation {

    /** {@return what was done} */
    DiskOperationKind kind();

    /** {@return the absolute path; of a rename, the old one; of a channel, the one it was opened with} */
    String path();

    /** {@return the first byte that was written, or the size after a truncation; otherwise 0} */
    default long offset() {
        return 0;
    }

    /** {@return a copy of the bytes that were written; otherwise none} */
    default byte[] bytes() {
        return new byte[0];
    }

    /** Bytes were written; {@code after} is the whole file then. */
    record Write(String path, int inode, long offset, int length, Content after) implements DiskOperation {
        @Override
        public DiskOperationKind kind() {
            return DiskOperationKind.WRITE;
        }

        @Override
        public byte[] bytes() {
            return after.bytes(offset, length);
        }

        @Override
        public String toString() {
            return "WRITE " + path + " " + offset + "+" + length;
        }
    }

    /** A file became shorter. */
    record Truncation(String path, int inode, long size) implements DiskOperation {
        @Override
        public DiskOperationKind kind() {
            return DiskOperationKind.TRUNCATE;
        }

        @Override
        public long offset() {
            return size;
        }

        @Override
        public String toString() {
            return "TRUNCATE " + path + " " + size;
        }
    }

    /** A file or a directory was forced. If that failed, what was not forced before is lost. */
    record Force(DiskOperationKind kind, String path, int inode, boolean failed) implements DiskOperation {
        @Override
        public String toString() {
            return kind + " " + path + (failed ? " failed" : "");
        }
    }

    /** A file or directory got its first name, another one, or lost it; {@code displaced} had the new name before. */
    record Naming(DiskOperationKind kind, String path, int inode, @Nullable Place from, @Nullable Place to,
            int displaced)
        implements DiskOperation {

        /** Whether a force of this directory covers it. */
        boolean isIn(int directory) {
            return isIn(directory, from) || isIn(directory, to);
        }

        private static boolean isIn(int directory, @Nullable Place place) {
            return place != null && place.directory() == directory;
        }

        @Override
        public String toString() {
            return kind + " " + path + (from != null && to != null ? " to " + to.name() : "");
        }
    }
}
