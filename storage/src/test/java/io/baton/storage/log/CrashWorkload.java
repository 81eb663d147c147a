package io.baton.storage.log;

import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogReader;
import io.baton.testing.disk.CrashDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Random appends of several threads to a log on a disk whose power is then cut at any point, and what must be there
 * after each cut.
 */
final class CrashWorkload {
    /** A transaction that got an LSN; {@code answered} is the disk's point when it was known to be forced. */
    private record Appended(long id, int bytes, long endLsn, int answered) {
    }

    private static final int NEVER = Integer.MAX_VALUE;
    private static final long AFTER_CRASH = 1L << 40;
    /** So many times in one opening segments are given back. */
    private static final int ROUNDS_MAX = 5;

    private final CrashDisk disk = new CrashDisk();
    private final LogBox box;
    private final long seed;
    private final SplittableRandom random;
    private final AtomicLong ids = new AtomicLong();
    private final List<Appended> appended = Collections.synchronizedList(new ArrayList<>());
    /** What segments before it are not needed any more at a point: the LSN to read from. */
    private final Map<Integer, Long> removed = new HashMap<>();
    private long recycled;

    CrashWorkload(long seed) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        box = new LogBox(directory(disk)).segmentBytes(random.nextInt(4, 9) * 4096L)
            .mode(random.nextInt(4) == 0 ? LogMode.ASYNC : LogMode.GROUP);
    }

    private static Path directory(CrashDisk onDisk) {
        return onDisk.process().getPath("/log");
    }

    CrashDisk disk() {
        return disk;
    }

    /** {@return how many segments were begun in a file that another one had left} */
    long recycled() {
        return recycled;
    }

    /** Opens the log a few times, appends by some threads, and gives segments back to be used again. */
    void run() throws Exception {
        Files.createDirectory(box.directory());
        try (FileChannel root = FileChannel.open(box.directory().resolve("/"), StandardOpenOption.READ)) {
            root.force(true);
        }
        final int openings = 1 + random.nextInt(3);
        for (int opening = 0; opening < openings; opening++) {
            try (Log log = Log.open(box.config(), end(box, from()))) {
                for (int round = random.nextInt(ROUNDS_MAX); round >= 0; round--) {
                    append(log);
                    if (random.nextBoolean()) {
                        removeOld(log);
                    }
                }
                recycled += log.statistics().segmentsRecycled();
            }
        }
        appended.sort(Comparator.comparingLong(Appended::endLsn));
    }

    private void append(Log log) throws InterruptedException {
        final List<Thread> threads = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            final SplittableRandom own = random.split();
            threads.add(Thread.ofPlatform().start(() -> client(log, own)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void removeOld(Log log) {
        log.force();
        removed.put(disk.point(), log.forced());
        log.removeBefore(log.forced());
    }

    private long from() {
        return from(NEVER);
    }

    private long from(int point) {
        return removed.entrySet().stream().filter(e -> e.getKey() <= point).mapToLong(Map.Entry::getValue).max()
            .orElse(0);
    }

    private void client(Log log, SplittableRandom own) {
        for (int i = own.nextInt(8); i >= 0; i--) {
            final long id = ids.incrementAndGet();
            final int bytes = own.nextInt(8) == 0 ? 8 + own.nextInt(40_000) : 8 + own.nextInt(700);
            final long end = LogBox.append(log, LogBox.writes(id, bytes));
            boolean answered = false;
            if (own.nextInt(3) > 0) {
                answered = log.await(end, Long.MAX_VALUE);
            }
            appended.add(new Appended(id, bytes, end, answered ? disk.point() : NEVER));
        }
    }

    private static LogEnd end(LogBox of, long from) {
        try (LogReader reader = new LogReader(of.directory(), LogBox.STORE, from)) {
            while (reader.next()) {
                // On to the end.
            }
            return reader.end();
        }
    }

    /** Checks what is left after a cut, then goes on with it, cuts again, and checks again. */
    void check(CrashDisk image, int point) throws IOException {
        if (!Files.exists(directory(image))) {
            return;
        }
        final List<LogBox.Read> found = checkRead(image, point);
        final LogBox again = box.at(directory(image));
        final long end;
        final byte[] writes = LogBox.writes(AFTER_CRASH, 100);
        try (Log log = Log.open(again.config(), end(again, from(point)))) {
            end = LogBox.append(log, writes);
        }
        final List<LogBox.Read> later = again.readFrom(from(point));
        final LogBox.Read last = later.removeLast();
        require(hashes(later).equals(hashes(found)), "the second reading shows other transactions", later.size());
        require(last.endLsn() == end && LogBox.hashes(List.of(last.writes())).equals(LogBox.hashes(List.of(writes))),
            "the last transaction is not what was appended after the crash", last.endLsn());
        for (int second = 0; second <= image.point(); second += 7) {
            image.draw(second, 2, seed + second).forEach(twice -> {
                final List<LogBox.Read> after = checkRead(twice, point);
                require(after.size() >= found.size(), "a second crash lost transactions, of", found.size());
            });
        }
    }

    private static List<String> hashes(List<LogBox.Read> transactions) {
        return LogBox.hashes(transactions.stream().map(LogBox.Read::writes).toList());
    }

    private List<LogBox.Read> checkRead(CrashDisk image, int point) {
        final List<LogBox.Read> found = box.at(directory(image)).readFrom(from(point));
        final Map<Long, LogBox.Read> byId = new HashMap<>();
        long reached = 0;
        for (LogBox.Read read : found) {
            final long id = ByteBuffer.wrap(read.writes()).order(ByteOrder.LITTLE_ENDIAN).getLong();
            require(byId.put(id, read) == null, "there twice: transaction", id);
            if (id != AFTER_CRASH) {
                reached = Math.max(reached, read.endLsn());
            }
        }
        for (Appended one : appended) {
            if (one.endLsn <= from(point)) {
                continue;
            }
            final LogBox.Read read = byId.remove(one.id);
            if (read == null) {
                require(one.answered > point, "answered and lost: transaction", one.id);
                require(one.endLsn > reached, "missing, while a later one is there: transaction", one.id);
            } else {
                require(read.endLsn() == one.endLsn, "at another LSN: transaction", one.id);
                require(LogBox.hashes(List.of(read.writes()))
                    .equals(LogBox.hashes(List.of(LogBox.writes(one.id, one.bytes)))), "changed: transaction", one.id);
            }
        }
        byId.remove(AFTER_CRASH);
        require(byId.isEmpty(), "there are transactions that nobody appended, so many:", byId.size());
        return found;
    }

    private static void require(boolean holds, String sentence, long value) {
        if (!holds) {
            throw new AssertionError(sentence + " " + value);
        }
    }
}
