package io.baton.engine.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Objects that a transaction takes one after the other and gives back all at once. There are two sets of them, used in
 * turns from call to call, so that what a procedure has kept refuses to work during its coordinator's next call too,
 * however often that starts over. Nothing stores a reference on the usual path, which would cost a memory fence under
 * some garbage collectors. One thread.
 */
final class TurnPool<T> {

    /** Objects of each set that are kept for later transactions. */
    private static final int KEPT = 1 << 10;

    private final Supplier<T> factory;
    private final ArrayList<T> first = new ArrayList<>();
    private final ArrayList<T> second = new ArrayList<>();
    private boolean isSecond;
    private int used;
    /** Whether an attempt of the call has used the set. */
    private boolean usedByCall;

    TurnPool(Supplier<T> factory) {
        this.factory = factory;
    }

    /** Takes the next object. */
    T take() {
        final T next = next();
        used++;
        return next;
    }

    /** The next object, which is not in use until it is taken. */
    T next() {
        final List<T> now = now();
        if (used == now.size()) {
            now.add(factory.get());
        }
        return now.get(used);
    }

    int used() {
        return used;
    }

    T get(int i) {
        return now().get(i);
    }

    /** An attempt has ended. If the call makes another one, that takes from the same set again. */
    void giveBack(boolean again) {
        if (used > KEPT) {
            final ArrayList<T> large = isSecond ? second : first;
            large.subList(KEPT, large.size()).clear();
            large.trimToSize();
        }
        usedByCall |= used > 0;
        used = 0;
        if (usedByCall && !again) {
            isSecond = !isSecond;
            usedByCall = false;
        }
    }

    private List<T> now() {
        return isSecond ? second : first;
    }
}
