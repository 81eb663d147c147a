package io.baton.storage.checkpoint;

import io.baton.storage.steady.SteadyChannel;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/** Names of checkpoints and their files, and all that is done to them but reading and writing. */
final class CheckpointFiles {
    static final String MANIFEST = "manifest";
    static final String UNFINISHED = ".tmp";
    static final String DAMAGED = ".damaged";

    private static final int DIGITS = 16;

    private CheckpointFiles() {
    }

    static String name(long number) {
        return HexFormat.of().toHexDigits(number);
    }

    static String rows(int table) {
        return table + ".rows";
    }

    /** Returns the numbers of all checkpoints, the newest first. */
    static List<Long> numbers(Path directory) throws IOException {
        var numbers = new ArrayList<Long>();
        for (String name : names(directory)) {
            if (name.length() == DIGITS && name.chars().allMatch(HexFormat::isHexDigit)) {
                numbers.add(HexFormat.fromHexDigitsToLong(name));
            }
        }
        numbers.sort(Comparator.reverseOrder());
        return numbers;
    }

    private static List<String> names(Path directory) throws IOException {
        var names = new ArrayList<String>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    static FileChannel create(Path file) throws IOException {
        return SteadyChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    }

    static FileChannel open(Path file) throws IOException {
        return SteadyChannel.open(file, StandardOpenOption.READ);
    }

    static boolean isThere(Path directory, long number) throws IOException {
        try {
            Files.readAttributes(directory.resolve(name(number)).resolve(MANIFEST), BasicFileAttributes.class);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    static void createDirectory(Path directory) throws IOException {
        Files.createDirectory(directory);
    }

    static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    static void forceDirectory(Path directory) throws IOException {
        SteadyChannel.forceDirectory(directory);
    }

    /** Removes what is unfinished. */
    static void deleteUnfinished(Path directory) throws IOException {
        deleteAll(directory, UNFINISHED);
    }

    private static void deleteAll(Path directory, String suffix) throws IOException {
        for (String name : names(directory)) {
            if (name.endsWith(suffix)) {
                deleteTree(directory.resolve(name));
            }
        }
    }

    /** Removes a checkpoint so that no half of it can be taken for one. */
    static void deleteCheckpoint(Path directory, long number) throws IOException {
        Path unfinished = directory.resolve(name(number) + UNFINISHED);
        rename(directory.resolve(name(number)), unfinished);
        // Else a crash may show the old name, and not all of the files.
        forceDirectory(directory);
        deleteTree(unfinished);
    }

    /** Takes back the name of a checkpoint, if it has it, when it is unknown whether the name is on disk. */
    static void withdraw(Path directory, long number) throws IOException {
        try {
            rename(directory.resolve(name(number)), directory.resolve(name(number) + UNFINISHED));
        } catch (NoSuchFileException e) {
            return;
        }
        forceDirectory(directory);
    }

    /** Renames a checkpoint so that it is not taken for one, and removes what was set aside before. */
    static void setAside(Path directory, long number) throws IOException {
        deleteAll(directory, DAMAGED);
        rename(directory.resolve(name(number)), directory.resolve(name(number) + DAMAGED));
        forceDirectory(directory);
    }

    /** Removes a directory and the files in it, if it is there. */
    static void deleteTree(Path directory) throws IOException {
        List<String> names;
        try {
            names = names(directory);
        } catch (NoSuchFileException e) {
            return;
        }
        for (String name : names) {
            Files.delete(directory.resolve(name));
        }
        Files.delete(directory);
    }
}
