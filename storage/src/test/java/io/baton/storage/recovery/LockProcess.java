package io.baton.storage.recovery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process of its own that takes the lock of a directory, and then does what programs do with files. */
final class LockProcess implements AutoCloseable {
    /** What it answers when it could do what it was asked to. */
    static final String DONE = "done";

    /** What a program may do to the directory of a store that it has open. */
    enum Act {
        NOTHING {
            @Override
            void on(Path directory) {
                // That is the easy case.
            }
        },
        COPY_ALL_FILES {
            @Override
            void on(Path directory) throws IOException {
                Path copy = Files.createTempDirectory(directory.toAbsolutePath().getParent(), "copy");
                for (Path file : filesOf(directory)) {
                    Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        },
        READ_ALL_FILES {
            @Override
            void on(Path directory) throws IOException {
                for (Path file : filesOf(directory)) {
                    try (var in = Files.newInputStream(file)) {
                        in.readAllBytes();
                    }
                }
            }
        },
        OPEN_AND_CLOSE_THE_LOCK {
            @Override
            void on(Path directory) throws IOException {
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.READ, StandardOpenOption.WRITE).close();
            }
        },
        OPEN_THE_STORE_AGAIN {
            @Override
            void on(Path directory) throws IOException {
                try {
                    DirectoryLock.take(directory).close();
                    throw new IllegalStateException("the process has got the lock twice");
                } catch (RecoveryException e) {
                    if (!String.valueOf(e.getMessage()).contains("locked by this process, ")) {
                        throw e;
                    }
                }
            }
        },
        OVERWRITE_THE_LOCK {
            @Override
            void on(Path directory) throws IOException {
                Files.writeString(directory.resolve("lock"), "mine");
            }
        },
        DELETE_THE_LOCK {
            @Override
            void on(Path directory) throws IOException {
                Files.delete(directory.resolve("lock"));
            }
        },
        REPLACE_THE_LOCK {
            @Override
            void on(Path directory) throws IOException {
                Path other = Files.createFile(directory.resolve("other"));
                Files.move(other, directory.resolve("lock"), StandardCopyOption.REPLACE_EXISTING);
            }
        };

        abstract void on(Path directory) throws IOException;

        /** Whether only the system's lock of the directory survives it. */
        boolean needsKernelLock() {
            return this == OVERWRITE_THE_LOCK || this == DELETE_THE_LOCK || this == REPLACE_THE_LOCK;
        }

        private static List<Path> filesOf(Path directory) throws IOException {
            try (Stream<Path> files = Files.walk(directory)) {
                return files.filter(Files::isRegularFile).toList();
            }
        }
    }

    private final Process process;
    private final BufferedReader answers;

    private LockProcess(Process process) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts one that may call the system, or one that may not. */
    static LockProcess start(boolean nativeAccess) throws IOException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:auto", "-XX:TieredStopAtLevel=1"));
        if (nativeAccess) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LockProcess.class.getName()));
        return new LockProcess(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    long pid() {
        return process.pid();
    }

    /** Takes the lock; returns {@link #DONE}, or why it was refused. */
    String take(Path directory) throws IOException {
        return ask("take " + directory);
    }

    /** Gives the lock back. */
    String giveBack() throws IOException {
        return ask("back");
    }

    /** Does something to the directory. */
    String act(Act what, Path directory) throws IOException {
        return ask(what + " " + directory);
    }

    private String ask(String command) throws IOException {
        process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        String answer = answers.readLine();
        return answer == null ? "the process has ended" : answer;
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(pid())).inheritIO().start().waitFor();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The process. */
    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        @Nullable
        DirectoryLock lock = null;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", 2);
            try {
                switch (words[0]) {
                    case "take" -> lock = DirectoryLock.take(Path.of(words[1]));
                    case "back" -> {
                        if (lock != null) {
                            lock.close();
                        }
                    }
                    default -> Act.valueOf(words[0]).on(Path.of(words[1]));
                }
                System.out.println(DONE);
            } catch (RecoveryException | IOException | UncheckedIOException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
