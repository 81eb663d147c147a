package io.baton.lab.server;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many files and sockets this process and those that it starts may have open, as Linux tells in /proc. */
public final class OpenFiles {

    private static final String LIMITS = "/proc/self/limits";
    private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\d+)\\s.*");

    private OpenFiles() {
    }

    /**
     * Reads it.
     *
     * @param files the machine's files
     * @return the limit of each process, or nothing if there is none or the system is another one
     */
    public static OptionalLong limit(FileSystem files) {
        try {
            for (final String line : Files.readAllLines(files.getPath(LIMITS))) {
                final Matcher matcher = OPEN_FILES.matcher(line);
                if (matcher.matches()) {
                    return OptionalLong.of(Long.parseLong(matcher.group(1)));
                }
            }
        } catch (IOException e) {
            return OptionalLong.empty();
        }
        return OptionalLong.empty();
    }
}
