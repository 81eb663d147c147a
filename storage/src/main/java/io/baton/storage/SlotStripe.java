package io.baton.storage;

import io.baton.storage.memory.Memory;

/** One stripe of a table's row slots: the rest of a page, and a list of freed slots linked through their memory. */
final class SlotStripe extends Latch {
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
