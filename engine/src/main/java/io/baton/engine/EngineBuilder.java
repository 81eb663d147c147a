package io.baton.engine;

import com.sun.management.OperatingSystemMXBean;
import io.baton.engine.history.EngineHistory;
import io.baton.engine.observe.CallObserver;
import io.baton.engine.observe.CallTracer;
import io.baton.engine.thread.EngineThread;
import io.baton.engine.transaction.EngineState;
import io.baton.lock.LockTable;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.park.Parking;
import io.baton.storage.Storage;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** Collects the tables and settings of an {@link Engine}. */
public final class EngineBuilder {

    /** The largest number of transactions that one engine can have under way at once. */
    public static final int CLIENTS_MAX = 32_768;
    /** The largest number of lock tables of one engine. */
    public static final int LOCK_TABLES_MAX = 64;

    private static final Duration TIME_MAX = Duration.ofDays(36_500);

    record TableSize(TableSchema schema, long rowsExpected) {
    }

    final List<TableSize> tables = new ArrayList<>();
    final Map<Column, Object> columnDefaults = new HashMap<>();
    LockKind lockKind = LockKind.SHIFTLOCK;
    int lockSlots = ShiftLockTable.SLOTS_DEFAULT;
    int lockTables = 1;
    int processors = Runtime.getRuntime().availableProcessors();
    int clients = processors;
    int clientsMax = 1024;
    Duration callTimeout = Duration.ofSeconds(10);
    int attemptsMax = 100;
    int locksMax = 1 << 22;
    long memoryBytes = machineMemoryBytes() / 2;
    boolean assertions;
    EngineHistory.@Nullable Opener history;
    @Nullable
    DataDirectory data;
    long seed = 1;
    InstantSource wallClock = InstantSource.system();
    int asyncCallsMax = 1 << 16;
    private @Nullable CallObserver observer;
    private @Nullable CallTracer tracer;
    NanoClock clock = SystemNanoClock.INSTANCE;
    Parking parking = Parking.onMachine();
    Function<EngineThread, ThreadFactory> threads = EngineThread::onMachine;
    @Nullable
    LockTable lockTable;

    EngineBuilder() {
    }

    /**
     * Adds a table.
     *
     * @param schema the table
     * @param rowsExpected how many rows it is laid out for; see {@link Storage.Builder#table}
     * @return this builder
     */
    public EngineBuilder table(TableSchema schema, long rowsExpected) {
        tables.add(new TableSize(schema, rowsExpected));
        return this;
    }

    /**
     * Says what a column holds in rows that were stored before the column was added to its table, as
     * {@link DataDirectory#columnDefault} does, for those who add tables and do not choose the directory, such as
     * bundles. What the directory says of the same column counts more. Without a data directory it changes nothing.
     *
     * @param column the added column
     * @param value its value, as {@link io.baton.storage.Row#setValue} takes it, not null
     * @return this builder
     * @throws IllegalArgumentException if the value is null
     */
    public EngineBuilder columnDefault(Column column, @Nullable Object value) {
        columnDefaults.put(column, DataDirectory.defaultOf(column, value));
        return this;
    }

    /**
     * Chooses the locks.
     *
     * @param kind the kind; ShiftLock unless told otherwise
     * @return this builder
     */
    public EngineBuilder locks(LockKind kind) {
        lockKind = kind;
        return this;
    }

    /**
     * Sets the size of the lock table, of each if there are several. Rows share a lock if their names fall on one slot.
     *
     * @param slots the number of locks, 1 to 2^28; 2^20 unless told otherwise
     * @return this builder
     */
    public EngineBuilder lockSlots(int slots) {
        if (slots > ShiftLockTable.SLOTS_MAX) {
            throw new IllegalArgumentException(slots + " lock slots: give 1 to " + ShiftLockTable.SLOTS_MAX);
        }
        lockSlots = atLeastOne("lock slots", slots);
        return this;
    }

    /**
     * Spreads the locks over several tables of the same size, each with memory and clients of its own, as over several
     * lock servers. In one process that buys no speed: one table is the fastest.
     *
     * @param tables 1 to {@link #LOCK_TABLES_MAX}, with 2^28 slots together at most; 1 unless told otherwise
     * @return this builder
     */
    public EngineBuilder lockTables(int tables) {
        if (tables > LOCK_TABLES_MAX) {
            throw new IllegalArgumentException(tables + " lock tables: give 1 to " + LOCK_TABLES_MAX);
        }
        lockTables = atLeastOne("lock tables", tables);
        return this;
    }

    /**
     * Bounds the number of locks that a call may hold at once, each of which takes some 160 bytes of the Java heap
     * until the call ends. A call that wants more ends as
     * {@link io.baton.engine.procedure.AbortReason#TOO_LARGE}. The locks that it has are counted at every 128th
     * access to a row, those of its plan before it gets them.
     *
     * @param locks 1 or more; 2^22 unless told otherwise. No call holds more than there are
     * @return this builder
     */
    public EngineBuilder locksMax(int locks) {
        locksMax = atLeastOne("locks", locks);
        return this;
    }

    /**
     * Says how many clients will be at work at once, so that waiting can be adapted. A hint at most: as long as no more
     * than there are cores have been at work at once, they spin.
     *
     * @param number 1 or more; the number of processors unless told otherwise
     * @return this builder
     */
    public EngineBuilder clients(int number) {
        if (number > CLIENTS_MAX) {
            throw new IllegalArgumentException(number + " clients: an engine serves at most " + CLIENTS_MAX);
        }
        clients = atLeastOne("clients", number);
        clientsMax = Math.max(clientsMax, number);
        return this;
    }

    /**
     * Bounds the memory that rows and indexes may take. Close to the limit inserts are refused with
     * {@link io.baton.engine.procedure.AbortReason#OUT_OF_MEMORY}; all else goes on. The Java heap is not counted.
     *
     * @param bytes 1 or more; half of the machine's memory unless told otherwise
     * @return this builder
     */
    public EngineBuilder memoryBytes(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a memory limit of " + bytes + " bytes: give 1 or more");
        }
        memoryBytes = bytes;
        return this;
    }

    /**
     * Bounds the time of a call: it must find a place, get its locks and end. The time is looked at while the call
     * waits, at every 128th access to a row and before each further attempt. This is a guard against calls that never
     * end: reading the clock costs as much as reading a row. For a promise to a caller see {@link Procedure#within}.
     * What is left is how long a durable call waits for the disk, and 10 ms at least.
     *
     * @param timeout more than zero; 10 seconds unless told otherwise
     * @return this builder
     */
    public EngineBuilder callTimeout(Duration timeout) {
        nanos("a call timeout", timeout);
        callTimeout = timeout;
        return this;
    }

    /**
     * Bounds how many calls of {@link Engine#callAsync} are under way or wait.
     *
     * @param calls 1 or more; 65,536 unless told otherwise
     * @return this builder
     */
    public EngineBuilder asyncCallsMax(int calls) {
        asyncCallsMax = atLeastOne("asynchronous calls", calls);
        return this;
    }

    /**
     * Has somebody watch the calls.
     *
     * @param watcher is told of each call that has ended; none unless told otherwise
     * @return this builder
     */
    public EngineBuilder observer(CallObserver watcher) {
        observer = watcher;
        return this;
    }

    /**
     * Has somebody look closer at single calls: at their user, locks, rows and parts.
     *
     * @param newTracer chooses the calls; none by default, and then calls run as if this were not
     *     there
     * @return this builder
     */
    public EngineBuilder tracer(CallTracer newTracer) {
        tracer = newTracer;
        return this;
    }

    /**
     * Bounds how often a call is attempted.
     *
     * @param attempts 1 or more; 100 unless told otherwise
     * @return this builder
     */
    public EngineBuilder attemptsMax(int attempts) {
        attemptsMax = atLeastOne("attempts", attempts);
        return this;
    }

    /**
     * Switches assertion mode: every access to a row is proved to be covered by a held lock, and no transaction is
     * allowed to wait out of order. For tests; costs a good part of the throughput.
     *
     * @param on whether to check
     * @return this builder
     */
    public EngineBuilder assertions(boolean on) {
        assertions = on;
        return this;
    }

    /**
     * Records a history: what every transaction reads and writes. If the history cannot be recorded any further, calls
     * throw {@link io.baton.engine.history.UnwritableHistoryException} before they do anything; what was committed
     * stays.
     *
     * @param opener begins the history when the engine is opened; {@code HistoryRecording.to(file)} of the module
     *     {@code baton-history} records to a file
     * @return this builder
     */
    public EngineBuilder history(EngineHistory.Opener opener) {
        history = opener;
        return this;
    }

    /**
     * Makes the engine durable: what it commits is kept in a directory, and what that has is there when the engine is
     * opened. Without this the engine forgets everything when it is closed.
     *
     * @param directory where, and how
     * @return this builder
     */
    public EngineBuilder data(DataDirectory directory) {
        data = directory;
        return this;
    }

    /**
     * Sets the seed of the random back-off.
     *
     * @param newSeed any number
     * @return this builder
     */
    public EngineBuilder seed(long newSeed) {
        seed = newSeed;
        return this;
    }

    /**
     * Hands in time: deadlines are counted in this clock.
     *
     * @param newClock a monotonic clock; the system's unless told otherwise
     * @return this builder
     */
    public EngineBuilder clock(NanoClock newClock) {
        clock = newClock;
        return this;
    }

    /**
     * Hands in the time of day, which {@link Transaction#startedAt} returns.
     *
     * @param newClock the clock; the system's unless told otherwise
     * @return this builder
     */
    public EngineBuilder wallClock(InstantSource newClock) {
        wallClock = newClock;
        return this;
    }

    /**
     * Opens the engine, with empty tables or with those of its data directory.
     *
     * @return the engine
     * @throws IllegalStateException if the JVM was started without flags that the engine needs. The message names them
     * @throws IllegalArgumentException if the lock tables have more than 2^28 slots together
     * @throws io.baton.engine.history.UnwritableHistoryException if a history is to be recorded and cannot be begun,
     *     for example because there is something in its file's place already
     * @throws io.baton.storage.recovery.RecoveryException if the data directory is no store that this engine can open:
     *     it is in use, damaged, or has other tables. The message says what to do
     * @throws io.baton.storage.log.LogFailedException if the log of the data directory cannot be begun or forced
     * @throws java.io.UncheckedIOException if another file of it cannot be read or written
     */
    public Engine open() {
        JvmFlags.require();
        if ((long) lockTables * lockSlots > ShiftLockTable.SLOTS_MAX) {
            throw new IllegalArgumentException(lockTables + " lock tables with " + lockSlots + " slots each: give "
                + ShiftLockTable.SLOTS_MAX + " slots together at most");
        }
        return new Engine(this);
    }

    /** Hands in the locks, which the engine closes when it is closed; otherwise it makes its own. */
    EngineBuilder lockTable(LockTable table) {
        lockTable = table;
        return this;
    }

    /** Hands in how the engine gets its threads, by what they are for. */
    EngineBuilder threads(Function<EngineThread, ThreadFactory> newThreads) {
        threads = newThreads;
        return this;
    }

    /** Hands in how threads wait; those of the machine do unless told otherwise. */
    EngineBuilder parking(Parking newParking) {
        parking = newParking;
        return this;
    }

    /** How a thread waits for a while. */
    LongConsumer pause() {
        return nanos -> parking.parkNanos(this, nanos);
    }

    /** Opens the tables. */
    Storage openStorage() {
        final Storage.Builder storage = Storage.builder().memoryLimitBytes(memoryBytes).parking(parking);
        if (history != null) {
            storage.versions();
        }
        tables.forEach(table -> storage.table(table.schema(), table.rowsExpected()));
        return storage.open();
    }

    EngineConfig config() {
        final boolean audited = assertions && lockKind != LockKind.NONE;
        return new EngineConfig(
            clock, wallClock, pause(), nanos("", callTimeout), attemptsMax, locksMax, audited, new EngineState(),
            observer, tracer);
    }

    /** A time in nanoseconds, at most some hundred years, so that sums do not overflow. */
    static long nanos(String what, Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(what + " of " + time + ": give more than zero");
        }
        return time.compareTo(TIME_MAX) > 0 ? TIME_MAX.toNanos() : time.toNanos();
    }

    private static long machineMemoryBytes() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static int atLeastOne(String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + ": " + number + " was given; give 1 or more");
        }
        return number;
    }
}
