package io.baton.server.backup;

import io.baton.engine.Engine;
import io.baton.engine.Store;
import io.baton.engine.Transaction;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.recovery.BackupReport;
import io.baton.storage.recovery.RecoveryException;
import io.baton.storage.recovery.StoreDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The procedure {@code baton.backup}: copies the store of the running engine into a new directory below one that the
 * server was started with. Callers choose a name, and never a path. It locks nothing, so other calls go on. Public for
 * the engine, which calls it. Thread-safe; backups are made one after the other.
 */
public final class BackupCall {

    /** The procedure's name. */
    public static final String NAME = "baton.backup";

    private static final double NANOS_PER_SECOND = 1e9;
    /** One element of a path on every file system: no separator fits, and neither "." nor "..". */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}");

    private final Engine engine;
    private final Path directory;
    private final LongSupplier clock;
    private final Consumer<String> log;

    /**
     * A backup that is complete. Public for those who send it.
     *
     * @param name its name
     * @param lsn the end of the log that belongs to it: its state is the one there
     * @param bytes bytes of its files
     * @param seconds how long it took
     */
    public record Made(String name, long lsn, long bytes, double seconds) {
    }

    /**
     * Makes it.
     *
     * @param engine whose store is copied
     * @param directory where backups are made; it need not be there yet
     * @param clock monotonic time in nanoseconds
     * @param log takes a line for each backup
     */
    public BackupCall(Engine engine, Path directory, LongSupplier clock, Consumer<String> log) {
        this.engine = engine;
        this.directory = directory;
        this.clock = clock;
        this.log = log;
    }

    /**
     * Makes a backup.
     *
     * @param transaction given by the engine
     * @param name of the new directory; if the backup fails, what was made of it is removed
     * @return what was made
     */
    public Made run(Transaction transaction, String name) {
        if (name == null || !PLAIN.matcher(name).matches()) {
            throw transaction.abort("a backup is named by 1 to 100 letters, digits, '_', '-' and '.', and begins with"
                + " none of the last two; give such a name, and no path");
        }
        final Path target = directory.resolve(name);
        final Store store = engine.store().orElseThrow(
            () -> transaction.abort("the server keeps its data in memory only; start it with a data directory"));
        final long begin = clock.getAsLong();
        boolean own = false;
        boolean complete = false;
        try {
            StoreDirectory.make(directory);
            // Refused for whatever has the name; not even a link is followed, as it may lead elsewhere.
            Files.createDirectory(target);
            own = true;
            forceNames();
            final BackupReport report = store.backup(target);
            complete = true;
            log.accept("made the backup " + target + " up to LSN " + report.endLsn());
            return new Made(name, report.endLsn(), report.bytes(), (clock.getAsLong() - begin) / NANOS_PER_SECOND);
        } catch (FileAlreadyExistsException e) {
            throw transaction.abort("there is " + name + " among the backups already; give another name");
        } catch (RecoveryException | DamagedException | IOException | UncheckedIOException | IllegalStateException e) {
            log.accept("could not make the backup " + target + ": " + e.getMessage());
            throw transaction.abort("the backup " + name + " could not be made: " + e.getMessage());
        } finally {
            if (own && !complete) {
                remove(target);
            }
        }
    }

    private void forceNames() throws IOException {
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    /** Gives the name and the disk back; only what this call has made is there. */
    private void remove(Path target) {
        try (Stream<Path> made = Files.walk(target)) {
            for (final Path path : made.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException | UncheckedIOException e) {
            log.accept("could not remove the unfinished backup " + target + ", remove it: " + e);
        }
    }
}
