package io.baton.lock;

import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.Route;
import io.baton.lock.entry.LockEntry;

/** How traces show entries and operands. A client's name is its queue-pair number in {@code names}. */
final class Texts {

    private final String[] names;

    Texts(String[] names) {
        this.names = names;
    }

    static String relCnt(long relCnt) {
        final long count = relCnt & ((1L << 48) - 1);
        return LockEntry.generation(relCnt) == 0 ? Long.toString(count) : LockEntry.generation(relCnt) + "/" + count;
    }

    /** An attempt without the place of its hold in the client's pool. */
    static String attempt(long attempt) {
        return "attempt " + (attempt >>> 16);
    }

    String client(long route) {
        return route == Route.NONE ? "-" : names[Route.queuePair(route)];
    }

    String entry(long low, long high) {
        return fields(LockEntry.ALL, low, LockEntry.ALL, high);
    }

    private String fields(long lowMask, long low, long highMask, long high) {
        final StringBuilder text = new StringBuilder();
        if ((lowMask & LockEntry.EPOCH_MASK) != 0) {
            text.append(" epoch=").append(LockEntry.epoch(low));
        }
        if ((lowMask & LockEntry.READERS_MASK) != 0) {
            text.append(" readers=").append(LockEntry.readers(low));
        }
        if ((lowMask & LockEntry.TAIL_MASK) != 0) {
            text.append(" tail=").append(client(LockEntry.tail(low)));
        }
        if (highMask == LockEntry.GENERATION_MASK) {
            text.append(" generation=").append(LockEntry.generation(high));
        } else if (highMask != 0) {
            text.append(" relCnt=").append(relCnt(high));
        }
        return text.isEmpty() ? "" : text.substring(1);
    }

    String cas(ExtCas verb) {
        return "ExtCAS" + place(verb.address())
            + " {" + fields(verb.compareMaskLow(), verb.compareLow(), verb.compareMaskHigh(), verb.compareHigh())
            + "} -> {" + fields(verb.swapMaskLow(), verb.swapLow(), verb.swapMaskHigh(), verb.swapHigh()) + "}";
    }

    static String faa(ExtFaa verb) {
        final String readers = verb.addLow() == LockEntry.ONE_READER ? " readers+1"
            : verb.addLow() == LockEntry.MINUS_ONE_READER ? " readers-1" : "";
        return "ExtFAA" + place(verb.address()) + readers + (verb.addHigh() == 1 ? " relCnt+1" : "");
    }

    static String place(long address) {
        final long slot = address / LockEntry.BYTES;
        return slot == 0 ? "" : " slot=" + slot;
    }

    /** The word that a client waits for. */
    String word(long address, long mask, long value) {
        return (address & Long.BYTES) == 0
            ? fields(mask, value, 0, 0) + place(address)
            : fields(0, 0, mask, value) + place(address);
    }
}
