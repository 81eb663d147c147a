package io.baton.storage.recovery;

import io.baton.storage.codec.DamagedException;
import io.baton.storage.steady.SteadyChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a store, locked by this process until {@link #close} (storage/spec/3-durability.md). With
 * {@link DirectoryLock} the only class of this package that opens files.
 */
public final class StoreDirectory implements AutoCloseable {
    /** How many ids {@link #reserveIds} reserves. */
    public static final long IDS_RESERVED = IdsFile.IDS_RESERVED;

    private static final String STORE = "store";
    private static final String UNFINISHED = "store.tmp";
    private static final String LOG = "log";
    private static final String CHECKPOINTS = "checkpoint";
    /** There while a backup or a restored store is being written. */
    private static final String COPYING = "unfinished";
    private static final String IDS = "ids";

    private final Path directory;
    private final UUID id;
    private final DirectoryLock lock;

    private StoreDirectory(Path directory, UUID id, DirectoryLock lock) {
        this.directory = directory;
        this.id = id;
        this.lock = lock;
    }

    /** Returns whether a directory has a store, open or not. */
    public static boolean isStore(Path directory) {
        return Files.exists(directory.resolve(STORE));
    }

    /**
     * Locks a store, or makes a new one where there is nothing.
     *
     * @param ids draws the id of a new one
     * @throws RecoveryException if the directory has something else, or another process has the lock
     */
    static StoreDirectory open(Path directory, Supplier<UUID> ids) throws IOException {
        if (!isStore(directory)) {
            requireNothingElse(directory);
            make(directory);
            return locked(DirectoryLock.take(directory), lock -> {
                requireNothingElse(directory);
                createParts(directory);
                var store = new StoreDirectory(directory, ids.get(), lock);
                store.complete();
                return store;
            });
        }
        return locked(DirectoryLock.take(directory), lock -> {
            var store = new StoreDirectory(directory, readId(directory.resolve(STORE)), lock);
            // Files that are read from now on may have names that no force has made safe yet.
            for (Path named : List.of(directory, store.checkpoints())) {
                if (Files.exists(named)) {
                    forceDirectory(named);
                }
            }
            return store;
        });
    }

    private interface Opening {
        StoreDirectory open(DirectoryLock lock) throws IOException;
    }

    /** Gives back the lock if the directory cannot be opened. */
    private static StoreDirectory locked(DirectoryLock lock, Opening opening) throws IOException {
        boolean complete = false;
        try {
            StoreDirectory store = opening.open(lock);
            complete = true;
            return store;
        } finally {
            if (!complete) {
                lock.close();
            }
        }
    }

    /**
     * Locks a store that is there already, to look at it; changes nothing. On a file system where nothing can be
     * written it is locked only as far as that goes, see {@link DirectoryLock#takeToRead}.
     *
     * @throws RecoveryException if the file {@code store} is missing or damaged, or another process has the lock
     */
    public static StoreDirectory openExisting(Path directory) {
        try {
            return locked(DirectoryLock.takeToRead(directory),
                lock -> new StoreDirectory(directory, readId(directory.resolve(STORE)), lock));
        } catch (IOException e) {
            throw new RecoveryException("%s cannot be opened, because the system reports: %s".formatted(directory, e),
                e);
        }
    }

    /** Refuses a directory with what is not of an unfinished store. */
    private static void requireNothingElse(Path directory) throws IOException {
        Set<String> names = names(directory);
        if (names.contains(COPYING)) {
            throw new RecoveryException("%s has a backup or a restored store that was not finished; remove it and make"
                .formatted(directory) + " it again");
        }
        names.removeAll(Set.of(DirectoryLock.FILE, UNFINISHED));
        for (String name : Set.of(LOG, CHECKPOINTS)) {
            if (names.contains(name) && names(directory.resolve(name)).isEmpty()) {
                names.remove(name);
            }
        }
        if (!names.isEmpty()) {
            throw new RecoveryException(
                ("%s is not empty and has no file \"store\", so it is no store, or a damaged one"
                    + " (it has %s); give an empty directory, or bring the file back from a backup")
                    .formatted(directory, names.iterator().next()));
        }
    }

    private static Set<String> names(Path directory) throws IOException {
        var names = new HashSet<String>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (NoSuchFileException e) {
            return names;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    /**
     * Makes a directory with its parents, each name forced; one that is there stays as it is.
     *
     * @throws IOException if it cannot be made
     */
    public static void make(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        @Nullable
        Path next = directory.toAbsolutePath();
        while (next != null && !Files.exists(next)) {
            missing.push(next);
            next = next.getParent();
        }
        for (Path path : missing) {
            Files.createDirectory(path);
            forceDirectory(path.toAbsolutePath().getParent());
        }
    }

    /**
     * Makes and locks the directory of a store that is going to be copied together, and marks it as unfinished until
     * {@link #complete}.
     *
     * @throws RecoveryException if anything is in the directory, or another process has the lock
     */
    static StoreDirectory beginCopy(Path directory, UUID id) throws IOException {
        requireNothing(directory);
        make(directory);
        return locked(DirectoryLock.take(directory), lock -> {
            requireNothing(directory);
            SteadyChannel.open(directory.resolve(COPYING), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                .close();
            forceDirectory(directory);
            createParts(directory);
            return new StoreDirectory(directory, id, lock);
        });
    }

    private static void requireNothing(Path directory) throws IOException {
        Set<String> names = names(directory);
        names.remove(DirectoryLock.FILE);
        if (!names.isEmpty()) {
            throw new RecoveryException("%s is not empty (it has %s); give a directory that is empty or not there"
                .formatted(directory, names.iterator().next()));
        }
    }

    private static void createParts(Path directory) throws IOException {
        for (String name : new String[] {LOG, CHECKPOINTS}) {
            if (!Files.exists(directory.resolve(name))) {
                Files.createDirectory(directory.resolve(name));
            }
        }
        forceDirectory(directory);
    }

    /** Writes the file that makes the directory a store; all that is in its log and its checkpoints is forced. */
    void complete() throws IOException {
        if (Files.deleteIfExists(directory.resolve(COPYING))) {
            forceDirectory(directory);
        }
        replace(STORE, StoreFile.write(id));
    }

    /** Writes a small file whole, or leaves it as it was. */
    private void replace(String name, ByteBuffer bytes) throws IOException {
        Path unfinished = directory.resolve(name + ".tmp");
        Files.deleteIfExists(unfinished);
        try (FileChannel file =
            SteadyChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            file.force(true);
        }
        Files.move(unfinished, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        forceDirectory(directory);
    }

    /**
     * Reserves ids for good: they were not reserved before in this store, and will not be again, in this store, in
     * its backups, or in what is restored from these. Thread-safe.
     *
     * @return the first of {@link IdsFile#IDS_RESERVED}, 0 or greater
     * @throws RecoveryException if the file {@code ids} is damaged, or there are no more ids
     * @throws IOException if the file cannot be read or written; what was not returned may be reserved all the same
     */
    public synchronized long reserveIds() throws IOException {
        int reservations = idReservations();
        if (reservations >= IdsFile.RESERVATIONS_MAX) {
            throw new RecoveryException(("%s has been opened %d times, and has no more ids for calls; load what it has"
                + " into a new store").formatted(directory, reservations));
        }
        idReservations(reservations + 1);
        return reservations * IdsFile.IDS_RESERVED;
    }

    /**
     * Returns how often ids were reserved.
     *
     * @throws RecoveryException if the file that says it is damaged
     */
    public int idReservations() throws IOException {
        Path file = directory.resolve(IDS);
        return Files.exists(file) ? read(file, IdsFile.BYTES, IdsFile::read) : IdsFile.RESERVATIONS_BEFORE;
    }

    /** Says how often ids were reserved so far. */
    void idReservations(int number) throws IOException {
        replace(IDS, IdsFile.write(number));
    }

    private static UUID readId(Path path) throws IOException {
        return read(path, StoreFile.BYTES, StoreFile::read);
    }

    private static <T> T read(Path path, int size, Function<ByteBuffer, T> parse) throws IOException {
        try (FileChannel file = SteadyChannel.open(path, StandardOpenOption.READ)) {
            // One byte more, to see whether there are more.
            ByteBuffer bytes = ByteBuffer.allocate(size + 1);
            int count = 0;
            while (bytes.hasRemaining() && count >= 0) {
                count = file.read(bytes);
            }
            return parse.apply(bytes.flip());
        } catch (DamagedException e) {
            throw new RecoveryException("%s; bring the file back from a backup"
                .formatted(e.in(path.toString()).getMessage()), e);
        }
    }

    private static void forceDirectory(@Nullable Path directory) throws IOException {
        if (directory != null) {
            SteadyChannel.forceDirectory(directory);
        }
    }

    /** Returns whether nothing was ever written to the log. */
    boolean hasEmptyLog() throws IOException {
        return names(log()).stream().noneMatch(name -> name.endsWith(".log"));
    }

    /** Returns the directory. */
    public Path path() {
        return directory;
    }

    /** Returns the store's id. */
    public UUID id() {
        return id;
    }

    /** Returns where the segments of the log are. */
    public Path log() {
        return directory.resolve(LOG);
    }

    /** Returns where the checkpoints are. */
    public Path checkpoints() {
        return directory.resolve(CHECKPOINTS);
    }

    /** Gives back the lock. Closing twice does nothing. */
    @Override
    public void close() {
        lock.close();
    }
}
