package io.baton.deploy.report;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.util.OptionalLong;

/** How much of the machine's memory this process has, as Linux tells in /proc. */
public final class ResidentMemory {

    private static final String STATUS = "/proc/self/status";
    private static final String RESIDENT = "VmRSS:";
    private static final long KIB = 1024;

    private ResidentMemory() {
    }

    /**
     * Reads it.
     *
     * @param files the machine's files
     * @return bytes, or nothing on other systems
     */
    public static OptionalLong bytes(FileSystem files) {
        try {
            for (final String line : Files.readAllLines(files.getPath(STATUS))) {
                if (line.startsWith(RESIDENT)) {
                    final String kib = line.substring(RESIDENT.length()).replace("kB", "").strip();
                    return OptionalLong.of(Long.parseLong(kib) * KIB);
                }
            }
        } catch (IOException e) {
            return OptionalLong.empty();
        }
        return OptionalLong.empty();
    }
}
