package io.baton.testing.disk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Calls of a file system that a seed determines, and what comes of them, as text. */
final class RandomCalls implements AutoCloseable {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "d/a", "d/b", "d/d", "d/d/a", "a/x", "e/x");
    private static final OpenOption[] OPTIONS = {StandardOpenOption.READ, StandardOpenOption.WRITE,
        StandardOpenOption.APPEND, StandardOpenOption.CREATE, StandardOpenOption.CREATE_NEW,
        StandardOpenOption.TRUNCATE_EXISTING};
    private static final CopyOption[] MOVE_OPTIONS =
        {StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING};
    private static final int CHANNELS_MAX = 4;
    private static final int CALLS = 25;
    private static final int FAR = 9_000;

    private final Path root;
    private final Random random;
    private final List<Opened> channels = new ArrayList<>();

    private record Opened(FileChannel channel, boolean directory) {
    }

    private interface Call {
        Object run() throws IOException;
    }

    RandomCalls(Path root, long seed) {
        this.root = root;
        random = new Random(seed);
    }

    /** Makes the next call; {@return its name and its result, or the kind of its exception} */
    String next() throws IOException {
        int kind = random.nextInt(CALLS);
        Path path = path();
        Path other = path();
        int far = random.nextInt(FAR);
        int size = random.nextInt(5) == 0 ? random.nextInt(FAR) : random.nextInt(40);
        Opened opened = channels.isEmpty() ? null : channels.get(random.nextInt(channels.size()));
        Call call;
        if (kind < 10 || opened == null) {
            call = pathCall(kind % 10, path, other);
        } else {
            call = channelCall(kind, opened, far, size);
        }
        String name = kind + " " + root.relativize(path) + " " + root.relativize(other) + " " + far + " " + size;
        try {
            return name + ": " + call.run();
        } catch (IOException | RuntimeException e) {
            return name + ": " + e.getClass().getName();
        }
    }

    private Path path() {
        return root.resolve(NAMES.get(random.nextInt(NAMES.size())));
    }

    private Call pathCall(int kind, Path path, Path other) {
        Set<OpenOption> options = some(OPTIONS);
        CopyOption[] move = some(MOVE_OPTIONS).toArray(CopyOption[]::new);
        boolean replace = random.nextBoolean();
        return switch (kind) {
            case 0 -> () -> {
                Files.createDirectory(path);
                return "made";
            };
            case 1 -> () -> {
                Files.delete(path);
                return "deleted";
            };
            case 2 -> () -> {
                Files.move(path, other, move);
                return "moved";
            };
            case 3 -> () -> {
                Files.copy(path, other, replace ? new CopyOption[] {StandardCopyOption.REPLACE_EXISTING}
                    : new CopyOption[0]);
                return "copied";
            };
            case 4 -> () -> list(path);
            case 5 -> () -> text(Files.readAllBytes(path));
            case 6 -> () -> Files.exists(path) + " " + Files.isDirectory(path) + " " + Files.isRegularFile(path);
            case 7 -> () -> {
                Files.writeString(path, "text of " + path.getFileName());
                return "written";
            };
            default -> () -> open(path, options);
        };
    }

    private <T> Set<T> some(T[] all) {
        Set<T> some = new HashSet<>();
        for (T one : all) {
            if (random.nextInt(5) < 2) {
                some.add(one);
            }
        }
        return some;
    }

    private static List<String> list(Path path) throws IOException {
        try (Stream<Path> entries = Files.list(path)) {
            return entries.map(entry -> String.valueOf(entry.getFileName())).sorted().toList();
        }
    }

    private String open(Path path, Set<OpenOption> options) throws IOException {
        if (channels.size() >= CHANNELS_MAX) {
            channels.removeFirst().channel().close();
        }
        FileChannel channel = FileChannel.open(path, options);
        channels.add(new Opened(channel, Files.isDirectory(path)));
        return "opened";
    }

    private Call channelCall(int kind, Opened opened, int far, int size) {
        FileChannel channel = opened.channel();
        ByteBuffer buffer = random.nextBoolean() ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        ByteBuffer[] two = {ByteBuffer.wrap(bytes, 0, size / 3), ByteBuffer.wrap(bytes, size / 3, size - size / 3)};
        return switch (kind) {
            case 10 -> () -> channel.write(buffer.put(bytes).flip()) + " " + buffer.position();
            case 11 -> () -> channel.write(buffer.put(bytes).flip(), far) + " " + buffer.position();
            case 12 -> () -> channel.write(two) + " " + two[1].position();
            case 13 -> () -> channel.write(two, 1, 1) + " " + two[0].position();
            case 14 -> () -> channel.read(buffer) + text(buffer);
            case 15 -> () -> channel.read(buffer, far) + text(buffer);
            case 16 -> () -> channel.read(two) + text(two[0]) + text(two[1]);
            case 17 -> () -> channel.position();
            case 18 -> () -> channel.position(far).position();
            case 19 -> () -> opened.directory() ? 0 : channel.size();
            case 20 -> () -> channel.truncate(far).position();
            case 21 -> () -> {
                channel.force(size % 2 == 0);
                return "forced";
            };
            case 22 -> () -> {
                ByteArrayOutputStream target = new ByteArrayOutputStream();
                return opened.directory() ? 0
                    : channel.transferTo(size, far, Channels.newChannel(target)) + text(target.toByteArray());
            };
            case 23 -> () -> opened.directory() ? 0
                : channel.transferFrom(Channels.newChannel(new ByteArrayInputStream(bytes)), far, size);
            default -> () -> {
                if (size % 3 == 0) {
                    channel.close();
                }
                return channel.isOpen();
            };
        };
    }

    private static String text(ByteBuffer buffer) {
        return buffer.position() + text(BufferBytes.gather(new ByteBuffer[] {buffer.duplicate().flip()}, 0, 1));
    }

    private static String text(byte[] bytes) {
        return bytes.length + ":" + new String(bytes, ISO_8859_1).hashCode();
    }

    /** {@return all directories, and all files with their bytes} */
    String tree() throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            List<String> lines = new ArrayList<>();
            for (Path path : paths.toList()) {
                lines.add(root.relativize(path) + (Files.isDirectory(path) ? "/" : text(Files.readAllBytes(path))));
            }
            return lines.stream().sorted().collect(Collectors.joining("\n"));
        }
    }

    @Override
    public void close() throws IOException {
        for (Opened opened : channels) {
            opened.channel().close();
        }
    }
}
