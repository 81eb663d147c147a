package io.baton.engine.transaction;

import java.util.ArrayList;
import java.util.function.Supplier;

/**
 * Objects that a transaction takes one after the other and gives back all at once. There are two sets of them, used in
 * turns, so that what a procedure has kept is not given to the next transaction. Nothing stores a reference on the
 * usual path, which would cost a memory fence under some garbage collectors. One thread.
 */
final class TurnPool<T> {

    /** Objects of each set that are kept for later transactions. */
    private static final int KEPT = 1 << 10;

    private final Supplier<T> factory;
    private final ArrayList<T> first = new ArrayList<>();
    private final ArrayList<T> second = new ArrayList<>();
    private boolean isSecond;
    private int used;

    TurnPool(Supplier<T> factory) {
        this.factory = factory;
    }

    T next() {
        final ArrayList<T> now = now();
        if (used == now.size()) {
            now.add(factory.get());
        }
        return now.get(used++);
    }

    int used() {
        return used;
    }

    T get(int i) {
        return now().get(i);
    }

    /** The transaction has ended: the next one takes from the other set. */
    void turn() {
        if (used == 0) {
            return;
        }
        if (used > KEPT) {
            now().subList(KEPT, now().size()).clear();
            now().trimToSize();
        }
        isSecond = !isSecond;
        used = 0;
    }

    private ArrayList<T> now() {
        return isSecond ? second : first;
    }
}
