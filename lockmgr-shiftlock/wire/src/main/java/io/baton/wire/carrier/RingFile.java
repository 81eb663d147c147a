package io.baton.wire.carrier;

import io.baton.wire.frame.WireLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * The file of a lane in shared memory, and the seam to its directory. The lock server makes it, both map it, and the
 * client removes its name once it has, so that nothing stays behind.
 * <pre>
 *        0  1 while the server's reader sleeps (4 bytes)
 *      128  1 while the client's reader sleeps (4 bytes)
 *     4096  an Agrona ring of 128 KiB and its trailer, from the client to the server
 *    139264  the same from the server to the client
 * </pre>
 */
public final class RingFile {

    static final int SERVER_SLEEPS = 0;
    static final int CLIENT_SLEEPS = 128;
    private static final int FIRST_RING = 4096;
    private static final int ALIGNMENT = 4096;
    private static final int RING_BYTES = WireLimits.RING_BYTES + RingBufferDescriptor.TRAILER_LENGTH;
    private static final int RING_STRIDE = (RING_BYTES + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    private static final int FILE_BYTES = FIRST_RING + 2 * RING_STRIDE;
    private static final String PREFIX = "lane-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9]+");
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private final UnsafeBuffer header;
    private final UnsafeBuffer toServer;
    private final UnsafeBuffer toClient;

    private RingFile(MappedByteBuffer mapped) {
        mapped.order(ByteOrder.LITTLE_ENDIAN);
        header = new UnsafeBuffer(mapped, 0, FIRST_RING);
        toServer = new UnsafeBuffer(mapped, FIRST_RING, RING_BYTES);
        toClient = new UnsafeBuffer(mapped, FIRST_RING + RING_STRIDE, RING_BYTES);
    }

    UnsafeBuffer header() {
        return header;
    }

    UnsafeBuffer toServer() {
        return toServer;
    }

    UnsafeBuffer toClient() {
        return toClient;
    }

    /** Makes a directory that only this user may enter, or checks that one is; removes what a dead server has left. */
    public static void prepare(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
        }
        final Set<PosixFilePermission> open = Files.getPosixFilePermissions(directory);
        open.retainAll(OTHERS);
        if (!open.isEmpty()) {
            throw new IOException("others may enter the directory; give one with mode 0700, or none");
        }
    }

    /** Removes the files of lanes whose server is dead. */
    public static void clean(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, RingFile::isLane)) {
            for (final Path file : files) {
                // A client of the dead server may have mapped it just now, and removes its name as well.
                Files.deleteIfExists(file);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static boolean isLane(Path file) {
        return NAME.matcher(file.getFileName().toString()).matches()
            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes the file of a lane, and takes its room on the disk: a page that is missing later would end the process. */
    public static RingFile create(Path directory, long number) throws IOException {
        final Path path = path(directory, number);
        boolean made = false;
        try (FileChannel file = FileChannel.open(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            final ByteBuffer zeros = ByteBuffer.allocate(FILE_BYTES);
            while (zeros.hasRemaining()) {
                file.write(zeros);
            }
            final RingFile result = new RingFile(file.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES));
            made = true;
            return result;
        } finally {
            if (!made) {
                unlink(directory, number);
            }
        }
    }

    /** Maps the file of a lane that the server has made; it is never a link. */
    public static RingFile open(Path directory, long number) throws IOException {
        try (FileChannel file = FileChannel.open(path(directory, number), StandardOpenOption.READ,
            StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (file.size() != FILE_BYTES) {
                throw new IOException("the lane's file has " + file.size() + " bytes instead of " + FILE_BYTES);
            }
            return new RingFile(file.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES));
        }
    }

    /** Removes a lane's name; who has mapped the file keeps it. */
    public static void unlink(Path directory, long number) {
        try {
            Files.delete(path(directory, number));
        } catch (NoSuchFileException e) {
            return; // It was removed before.
        } catch (IOException e) {
            return; // The next server in this directory removes it.
        }
    }

    private static Path path(Path directory, long number) {
        return directory.resolve(PREFIX + number);
    }
}
