package io.baton.testing.disk;

import java.util.Arrays;
import java.util.List;

/**
 * Something on a disk that a power cut may leave in one of several versions, whatever becomes of the rest. Version 0 is
 * what was forced; each further one was made by an operation, in their order. Immutable.
 */
sealed interface UnforcedUnit {

    /** {@return the number of the last version} */
    int versions();

    /** {@return which operation made a version, by its place in the history} */
    int time(int version);

    /** A file got another size. */
    record SizeChange(int time, long size, boolean shrinks) {
    }

    /** The size of a file. */
    record Size(String path, List<SizeChange> changes) implements UnforcedUnit {
        @Override
        public int versions() {
            return changes.size();
        }

        @Override
        public int time(int version) {
            return changes.get(version - 1).time();
        }

        @Override
        public String toString() {
            return "size of " + path;
        }
    }

    /** A sector as it was in memory after a write, which wrote its bytes {@code from} to {@code to}. */
    record SectorVersion(int time, Content content, int from, int to) {
    }

    /** A sector of a file, by its number; {@code forced} is the file as it was forced. */
    record Sector(String path, long number, Content forced, List<SectorVersion> changes) implements UnforcedUnit {
        @Override
        public int versions() {
            return changes.size();
        }

        @Override
        public int time(int version) {
            return changes.get(version - 1).time();
        }

        long offset() {
            return number * Content.SECTOR_BYTES;
        }

        /** {@return a copy of a version's bytes, without what kept sizes have cut off after it was written} */
        byte[] bytes(int version, List<SizeChange> keptSizes) {
            Content content = version == 0 ? forced : changes.get(version - 1).content();
            byte[] bytes = content.bytes(offset(), Content.SECTOR_BYTES);
            for (SizeChange size : keptSizes) {
                if (size.shrinks() && (version == 0 || size.time() > time(version))) {
                    long left = Math.clamp(size.size() - offset(), 0, bytes.length);
                    Arrays.fill(bytes, (int) left, bytes.length, (byte) 0);
                }
            }
            return bytes;
        }

        @Override
        public String toString() {
            return path + " sector " + number;
        }
    }

    /** A name that was given, changed or taken away. */
    record Name(int time, DiskOperation.Naming change) implements UnforcedUnit {
        @Override
        public int versions() {
            return 1;
        }

        @Override
        public int time(int version) {
            return time;
        }

        @Override
        public String toString() {
            return change.toString();
        }
    }
}
