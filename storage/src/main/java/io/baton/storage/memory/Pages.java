package io.baton.storage.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import net.openhft.chronicle.bytes.RandomDataOutput;
import net.openhft.chronicle.hash.AbstractData;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.map.ExternalMapQueryContext;
import net.openhft.chronicle.map.MapAbsentEntry;
import net.openhft.chronicle.map.MapEntry;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one table: a Chronicle Map from page number to a value of constant size. Such values do not move while
 * their entry lives, and entries live until {@link #close}, so row addresses within pages stay valid as long. See
 * docs/decisions/0002-row-pages.md for why an entry is a page and not a row.
 */
public final class Pages implements AutoCloseable {
    /** In place of an address: the table is at its limit of pages. */
    public static final long FULL = 0;
    /** In place of an address: the memory limit refuses a page. */
    public static final long REFUSED = -1;

    /** How many times its limit a table may grow while it is restored: redo meets rows of many moments at once. */
    public static final long RESTORED_GROWTH = 4;

    private static final int VALUE_ALIGNMENT_BYTES = 8;
    private static final long ENTRIES_MIN = 16;
    /** A Chronicle Map grows to so many times what it is laid out for. */
    private static final double BLOAT_MAX = 1000;

    private final ReentrantLock lock = new ReentrantLock();
    private final PageMap map;
    private final MemoryAccount account;
    private final int pageBytes;
    private final long pagesMax;
    private final long pagesRestoredMax;
    @GuardedBy("lock")
    private long pages;

    /**
     * Opens the pages of a table; memory is taken from the system as pages are touched.
     *
     * @param pageBytes size of a page
     * @param pagesExpected pages that the map is laid out for
     * @param pagesMax pages after which {@link #allocate} returns {@link #FULL}
     * @param pagesRestoredMax pages after which {@link #allocateBeyondLimits} returns {@link #FULL}
     * @param account where each page is counted when it is added
     */
    public Pages(String table, int pageBytes, long pagesExpected, long pagesMax, long pagesRestoredMax,
            MemoryAccount account) {
        this.account = account;
        this.pageBytes = pageBytes;
        this.pagesMax = pagesMax;
        this.pagesRestoredMax = pagesRestoredMax;
        long entries = Math.max(ENTRIES_MIN, Math.max(pagesExpected, (long) (pagesRestoredMax / (BLOAT_MAX / 2))));
        double growth = 2.0 + (double) pagesRestoredMax / entries;
        ChronicleLibraries.initialize();
        this.map = PageMap.open(table, pageBytes, VALUE_ALIGNMENT_BYTES, entries, growth);
    }

    /** Returns the address of a new page of undefined content, or {@link #FULL} or {@link #REFUSED}. */
    public long allocate() {
        lock.lock();
        try {
            if (pages >= pagesMax) {
                return FULL;
            }
            if (!account.tryTake(pageBytes)) {
                return REFUSED;
            }
            return addCounted();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what {@link #allocate} does, or {@link #FULL} only far behind the limit of pages, and never REFUSED. */
    public long allocateBeyondLimits() {
        lock.lock();
        try {
            if (pages >= pagesRestoredMax) {
                return FULL;
            }
            account.take(pageBytes);
            return addCounted();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private long addCounted() {
        long address = 0;
        try {
            address = add(pages);
            pages++;
        } finally {
            if (address == 0) {
                account.give(pageBytes);
            }
        }
        return address;
    }

    private long add(long page) {
        try (ExternalMapQueryContext<byte[], byte[], ?> query = map.queryContext(key(page))) {
            query.updateLock().lock();
            MapAbsentEntry<byte[], byte[]> absent = query.absentEntry();
            if (absent != null) {
                absent.doInsert(new UndefinedValue(pageBytes));
            }
            MapEntry<byte[], byte[]> entry = query.entry();
            if (absent == null || entry == null) {
                throw new IllegalStateException("page %d of table %s is not where it was put"
                    .formatted(page, map.name()));
            }
            Data<byte[]> value = entry.value();
            return value.bytes().addressForRead(value.offset());
        }
    }

    private static byte[] key(long page) {
        return ByteBuffer.allocate(PageMap.KEY_BYTES).putLong(page).array();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            map.close();
            account.give(pages * pageBytes);
            pages = 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A value of a Chronicle Map that is not written: an entry made of it has its size and whatever the memory held.
     * Rows are written before they are read, so pages need no zeros.
     */
    private static final class UndefinedValue extends AbstractData<byte[]> {
        private final int bytes;

        UndefinedValue(int bytes) {
            this.bytes = bytes;
        }

        @Override
        public long size() {
            return bytes;
        }

        @Override
        @SuppressWarnings("rawtypes") // As Chronicle declares it.
        public void writeTo(RandomDataOutput target, long targetOffset) {
            // This is the point of it.
        }

        @Override
        public RandomDataInput bytes() {
            return BytesStore.wrap(get());
        }

        @Override
        public long offset() {
            return 0;
        }

        @Override
        public byte[] get() {
            return new byte[bytes];
        }

        @Override
        public byte[] getUsing(byte @Nullable [] using) {
            return get();
        }
    }
}
