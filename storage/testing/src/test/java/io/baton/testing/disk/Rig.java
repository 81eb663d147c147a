package io.baton.testing.disk;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Short ways to use a disk in tests. */
final class Rig {
    static final int SECTOR = 512;
    private static final int IMAGES_MAX = 100_000;

    private Rig() {
    }

    static FileChannel open(Path path, OpenOption... options) throws IOException {
        return FileChannel.open(path, options);
    }

    static FileChannel create(Path path) throws IOException {
        return open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ);
    }

    static void write(FileChannel channel, long offset, String text) throws IOException {
        channel.write(ByteBuffer.wrap(text.getBytes(US_ASCII)), offset);
    }

    static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** A forced file with a forced name. */
    static FileChannel forcedFile(Path path, String text) throws IOException {
        FileChannel channel = create(path);
        write(channel, 0, text);
        channel.force(false);
        forceDirectory(path.resolveSibling(""));
        return channel;
    }

    /** A sector full of one letter. */
    static String sector(char letter) {
        return sectors(letter, 1);
    }

    static String sectors(char letter, int count) {
        char[] text = new char[SECTOR * count];
        Arrays.fill(text, letter);
        return new String(text);
    }

    /** A file's text, with zeros as dots, or "none". */
    static String text(CrashDisk disk, String path) {
        Path file = disk.process().getPath(path);
        try {
            return Files.exists(file) ? new String(Files.readAllBytes(file), US_ASCII).replace('\0', '.') : "none";
        } catch (IOException e) {
            throw new AssertionError(path, e);
        }
    }

    /** The same, with each run of a letter written once. */
    static String runs(CrashDisk disk, String path) {
        return text(disk, path).replaceAll("(.)\\1+", "$1");
    }

    /** All that a file's text can be after a cut at the end of the history, without damage. */
    static Set<String> undamaged(CrashDisk disk, String path) {
        return texts(disk.images(disk.point(), IMAGES_MAX, 1).filter(image -> !isDamaged(image)), path);
    }

    /** Whether the last cut has torn a sector or flipped a bit. */
    static boolean isDamaged(CrashDisk image) {
        String text = image.toString();
        String lastCut = text.substring(text.lastIndexOf("cut after"));
        return lastCut.contains(" flipped") || lastCut.contains(" torn");
    }

    static Set<String> texts(Stream<CrashDisk> images, String path) {
        Set<String> texts = new TreeSet<>();
        images.forEach(image -> texts.add(text(image, path)));
        return texts;
    }
}
