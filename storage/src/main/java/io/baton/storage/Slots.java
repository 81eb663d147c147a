package io.baton.storage;

import io.baton.park.Parking;
import io.baton.storage.memory.Latch;
import io.baton.storage.memory.Memory;
import io.baton.storage.memory.MemoryAccount;
import io.baton.storage.memory.Pages;

/**
 * The row slots of one table, cut out of {@link Pages}. Striped by threads, so that those that insert do not meet;
 * a stripe that runs dry takes over what others have freed before it asks for a new page.
 */
final class Slots implements AutoCloseable {
    /** A table can hold this many times the rows that it is expected to have. */
    static final long GROWTH = 16;

    private static final int STRIPES = 16;
    private static final int PAGE_BYTES_MAX = 32 * 1024;
    private static final int PAGE_BYTES_MIN = 4 * 1024;
    /** Rows of smaller tables are the ones that all transactions write, so they do not share cache lines. */
    private static final long CONTENDED_ROWS_MAX = 1024;
    private static final int CONTENDED_SLOT_BYTES = 128;

    private final TableSchema schema;
    private final long rowsExpected;
    private final int slotBytes;
    private final int slotsPerPage;
    private final long pagesMax;
    private final Pages pages;
    private final MemoryAccount account;
    private final Parking parking;
    private final SlotStripe[] stripes = new SlotStripe[STRIPES];

    /**
     * Makes slots of a row image and so many bytes more.
     *
     * @param rowsRestored rows that may come beyond all limits, besides those that {@link #takeBeyondLimits} tells of
     */
    Slots(TableSchema schema, long rowsExpected, long rowsRestored, int moreBytes, MemoryAccount account,
            Parking parking) {
        this.schema = schema;
        this.account = account;
        this.parking = parking;
        this.rowsExpected = rowsExpected;
        int image = schema.imageBytes() + moreBytes;
        slotBytes = rowsExpected > CONTENDED_ROWS_MAX ? Math.max(8, image)
            : Math.max(1, (image + CONTENDED_SLOT_BYTES - 1) / CONTENDED_SLOT_BYTES) * CONTENDED_SLOT_BYTES;
        long wanted = Long.highestOneBit(Math.max(1, rowsExpected * slotBytes)) << 1;
        int pageBytes = Math.max(slotBytes, Math.clamp(wanted, PAGE_BYTES_MIN, PAGE_BYTES_MAX));
        slotsPerPage = pageBytes / slotBytes;
        long pagesExpected = (rowsExpected + slotsPerPage - 1) / slotsPerPage + STRIPES;
        pagesMax = (rowsExpected * GROWTH + slotsPerPage - 1) / slotsPerPage + STRIPES;
        long pagesRestoredMax = Pages.RESTORED_GROWTH * pagesMax + rowsRestored / slotsPerPage;
        pages = new Pages(schema.name(), pageBytes, pagesExpected, pagesMax, pagesRestoredMax, account);
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new SlotStripe();
        }
    }

    /**
     * Returns the address of a slot of undefined content.
     *
     * @throws TableFullException if there is none left
     * @throws OutOfMemoryBudgetException if there is no memory for more
     */
    long take() {
        return take(false);
    }

    /**
     * Returns the address of a slot of undefined content, also where {@link #take} would find no memory or room: up to
     * {@link Pages#RESTORED_GROWTH} times as many rows.
     *
     * @throws TableFullException if there is none left even so
     */
    long takeBeyondLimits() {
        return take(true);
    }

    private long take(boolean beyondLimits) {
        SlotStripe stripe = ownStripe();
        long inside = stripe.latch();
        try {
            long slot = stripe.take(slotBytes);
            if (slot == 0) {
                refill(stripe, beyondLimits);
                slot = stripe.take(slotBytes);
            }
            stripe.unlatch();
            return slot;
        } catch (Throwable e) {
            stripe.stamp = inside + 1;
            throw e;
        }
    }

    void give(long slot) {
        SlotStripe stripe = ownStripe();
        long inside = stripe.latch();
        try {
            stripe.give(slot);
            stripe.unlatch();
        } catch (Throwable e) {
            stripe.stamp = inside + 1;
            throw e;
        }
    }

    /** Returns the number of slots taken; approximate while other threads insert or delete. */
    long rows() {
        long rows = 0;
        for (SlotStripe stripe : stripes) {
            long inside = stripe.latch();
            try {
                rows += stripe.rows();
                stripe.unlatch();
            } catch (Throwable e) {
                stripe.stamp = inside + 1;
                throw e;
            }
        }
        return rows;
    }

    @Override
    public void close() {
        pages.close();
    }

    private SlotStripe ownStripe() {
        return stripes[parking.threadNumber() & STRIPES - 1];
    }

    private void refill(SlotStripe stripe, boolean beyondLimits) {
        if (takeOverFreed(stripe, slotsPerPage)) {
            return;
        }
        long page = beyondLimits ? pages.allocateBeyondLimits() : pages.allocate();
        if (page != Pages.FULL && page != Pages.REFUSED) {
            stripe.refill(page, (long) slotsPerPage * slotBytes);
        } else if (!takeOverFreed(stripe, 1)) {
            throw page == Pages.REFUSED ? new OutOfMemoryBudgetException(schema.name(), account)
                : new TableFullException(schema.name(), rowsExpected, pagesMax * slotsPerPage);
        }
    }

    private boolean takeOverFreed(SlotStripe stripe, long slotsMin) {
        for (SlotStripe other : stripes) {
            if (other != stripe && takeOverFreed(stripe, other, slotsMin)) {
                return true;
            }
        }
        return false;
    }

    private static boolean takeOverFreed(SlotStripe stripe, SlotStripe other, long slotsMin) {
        // Only tried: two stripes that run dry at once must not wait for each other.
        if (!other.tryLatch()) {
            return false;
        }
        long inside = other.stamp;
        try {
            boolean taken = stripe.takeOver(other, slotsMin);
            other.unlatch();
            return taken;
        } catch (Throwable e) {
            other.stamp = inside + 1;
            throw e;
        }
    }

    /** One stripe of a table's row slots: the rest of a page, and a list of freed slots linked through their memory. */
    private static final class SlotStripe extends Latch {
        private long next;
        private long end;
        private long freeHead;
        private long freeCount;
        private long rows;

        /** Returns a slot, or 0 if there is none left. The latch is held. */
        long take(int slotBytes) {
            long slot = freeHead;
            if (slot != 0) {
                freeHead = Memory.getLong(slot);
                freeCount--;
            } else if (next < end) {
                slot = next;
                next += slotBytes;
            } else {
                return 0;
            }
            rows++;
            return slot;
        }

        /** Takes back a slot. The latch is held. A row may be freed in another stripe than it was taken from. */
        void give(long slot) {
            Memory.putLong(slot, freeHead);
            freeHead = slot;
            freeCount++;
            rows--;
        }

        /** Adds a page. The latch is held and nothing is left. */
        void refill(long page, long bytes) {
            next = page;
            end = page + bytes;
        }

        /** Takes over the freed slots of a latched stripe if there are that many. This latch is held too. */
        boolean takeOver(SlotStripe other, long slotsMin) {
            if (other.freeCount < slotsMin) {
                return false;
            }
            freeHead = other.freeHead;
            freeCount = other.freeCount;
            other.freeHead = 0;
            other.freeCount = 0;
            return true;
        }

        /** Returns rows taken minus rows given back, which may be negative in one stripe. The latch is held. */
        long rows() {
            return rows;
        }
    }
}
