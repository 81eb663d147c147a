package io.baton.lab.torture;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The file that parent and children map: what the parent wants, what each client is about, and a record of each of its
 * latest critical sections.
 * <pre>
 *      0  what the parent wants: 0 work, 1 stand still, 2 the same, and look
 *   4096  the block of client 0 of process 0, then those of all others
 *
 *  block:   0  records begun                 8  records that the parent has done with
 *          16  waiting since, or 0          24  for which lock
 *          32  1 while it stands still      40  chains ended
 *        4096  1,024 records
 *
 *  record:  0  entered      8  asked for     16  left, or 0     24  lock
 *          32  mode        40  incarnation   48  node           56  session joined
 *          64  generation  72  releases      80  turn           88  value read, or -1
 *          96  write      104  write begun  112  value changed under a reader: 1
 *         120  turn of the process's own       128  last read that was served begun, or 0
 *         136  end of the session as the process knew it when it had entered
 *         144  the same when it had released    152  what the release has told, or 0
 * </pre>
 * Times are those of the machine's monotonic clock, the same in all processes. A word that tells the parent that
 * others are there is written last, with release.
 */
final class Witness implements AutoCloseable {

    static final int WORK = 0;
    static final int STAND_STILL = 1;
    /** The same, and the sweeper looks which locks are free. */
    static final int LOOK = 2;

    static final int BEGUN = 0;
    static final int DONE = 8;
    static final int WAITING_SINCE = 16;
    static final int WAITING_FOR = 24;
    static final int STILL = 32;
    static final int CHAINS = 40;

    static final int RECORDS = 1024;
    static final int RECORD_BYTES = 160;

    static final int ENTERED = 0;
    static final int ASKED = 8;
    static final int LEFT = 16;
    static final int LOCK = 24;
    static final int MODE = 32;
    static final int INCARNATION = 40;
    static final int NODE = 48;
    static final int JOINED = 56;
    static final int GENERATION = 64;
    static final int RELEASES = 72;
    static final int TURN = 80;
    static final int VALUE = 88;
    static final int WRITE = 96;
    static final int WRITE_BEGUN = 104;
    static final int CHANGED = 112;
    static final int LOCAL = 120;
    static final int READ_BEGUN = 128;
    static final int VALID_ENTERED = 136;
    static final int VALID_RELEASED = 144;
    static final int TOLD = 152;

    static final long NOT_READ = -1;
    /** Nothing was written, or the lock server refused it. */
    static final long NO_WRITE = 0;
    /** The write left, and no answer has come. */
    static final long WRITE_SENT = 1;
    static final long WRITE_ANSWERED = 2;
    /** The client was told that it has had the lock until it released it. */
    static final long TOLD_HELD = 1;
    /** The client was told that it had lost the lock before. */
    static final long TOLD_LOST = 2;

    private static final int HEADER_BYTES = 4096;
    private static final int BLOCK_BYTES = HEADER_BYTES + RECORDS * RECORD_BYTES;
    private static final int BLOCKS = (TortureLayout.COORDINATORS + 1) * TortureLayout.CLIENTS;
    static final int FILE_BYTES = HEADER_BYTES + BLOCKS * BLOCK_BYTES;

    private final MappedByteBuffer mapped;
    private final UnsafeBuffer words;

    private Witness(MappedByteBuffer mapped) {
        this.mapped = mapped;
        this.words = new UnsafeBuffer(mapped);
    }

    /** Maps the file, which is made if there is none. */
    static Witness map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Witness(channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES));
        }
    }

    long wanted() {
        return words.getLongVolatile(0);
    }

    void want(int what) {
        words.putLongVolatile(0, what);
    }

    /** Where the block of a client begins. */
    static int block(int process, int client) {
        return HEADER_BYTES + (process * TortureLayout.CLIENTS + client) * BLOCK_BYTES;
    }

    /** Where a record of a block begins, by how many were begun before it. */
    static int record(int block, long number) {
        return block + HEADER_BYTES + (int) (number % RECORDS) * RECORD_BYTES;
    }

    long get(int at) {
        return words.getLongVolatile(at);
    }

    void put(int at, long value) {
        words.putLong(at, value);
    }

    void publish(int at, long value) {
        words.putLongVolatile(at, value);
    }

    /** Gives back the memory, which a file in memory that is removed would keep; nobody may look at it any more. */
    @Override
    public void close() {
        words.wrap(0, 0);
        IoUtil.unmap(mapped);
    }
}
