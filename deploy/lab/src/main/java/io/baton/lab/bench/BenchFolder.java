package io.baton.lab.bench;

import io.baton.deploy.run.Latencies;
import io.baton.deploy.run.LatencyHistogram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** Where stores of a benchmark are made and removed again. */
final class BenchFolder implements AutoCloseable {

    private static final String STORE = "durability-bench";
    private static final int WRITES = 200;
    private static final int WRITE_BYTES = 4096;
    private static final long WRITE_MAX_NANOS = 600_000_000_000L;

    private final Path path;
    private final boolean temporary;
    /** An engine may write into the store until the JVM ends. */
    private boolean storeInUse;

    private BenchFolder(Path path, boolean temporary) {
        this.path = path;
        this.temporary = temporary;
    }

    /**
     * Opens a folder.
     *
     * @param given a directory, which is made if it is not there and stays; null for a temporary one
     * @return the folder
     * @throws IllegalArgumentException if something is where the stores are to be; the message says what to do
     */
    static BenchFolder open(@Nullable Path given) {
        try {
            if (given == null) {
                return new BenchFolder(Files.createTempDirectory("baton-bench"), true);
            }
            Files.createDirectories(given);
            if (Files.exists(given.resolve(STORE))) {
                throw new IllegalArgumentException(
                    "there is " + STORE + " in it; remove that or give another directory");
            }
            return new BenchFolder(given, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    /** Returns the directory for a store, which is not there. */
    Path store() {
        return path.resolve(STORE);
    }

    /** Removes the store, if it is there. */
    void removeStore() {
        remove(store());
    }

    /** From now on files are removed as far as an engine that is still open lets them. */
    void storeInUse() {
        storeInUse = true;
    }

    private void remove(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            final List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
            for (final Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            pass(new UncheckedIOException(e));
        } catch (UncheckedIOException e) {
            pass(e);
        }
    }

    private void pass(UncheckedIOException failure) {
        if (!storeInUse) {
            throw failure;
        }
    }

    /**
     * Measures how long it takes to append 4 KiB to a file and to force them.
     *
     * @param clock measures
     * @return of 200 writes
     */
    Latencies forcedWrites(NanoClock clock) {
        final LatencyHistogram nanos = LatencyHistogram.sum(WRITE_MAX_NANOS, 3);
        final Path file = store();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            final ByteBuffer bytes = ByteBuffer.allocateDirect(WRITE_BYTES);
            for (int i = 0; i < WRITES; i++) {
                final long begin = clock.nanoTime();
                bytes.clear();
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(false);
                nanos.record(clock.nanoTime() - begin);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        remove(file);
        return Latencies.of(nanos);
    }

    /** Removes what was made. */
    @Override
    public void close() {
        removeStore();
        if (temporary) {
            remove(path);
        }
    }
}
