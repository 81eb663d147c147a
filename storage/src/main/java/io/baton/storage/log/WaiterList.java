package io.baton.storage.log;

import org.jspecify.annotations.Nullable;

/** Waiters in the order in which they came. One thread at a time. */
final class WaiterList {
    private @Nullable Waiter first;
    private @Nullable Waiter last;
    private int size;

    int size() {
        return size;
    }

    @Nullable
    Waiter first() {
        return first;
    }

    /** Adds a waiter that is in no list. */
    void add(Waiter waiter) {
        if (last == null) {
            first = waiter;
        } else {
            last.next = waiter;
        }
        last = waiter;
        size++;
    }

    /** Adds a waiter and all behind it. */
    void addAll(@Nullable Waiter chain) {
        Waiter waiter = chain;
        while (waiter != null) {
            add(waiter);
            waiter = waiter.next;
        }
    }

    /** Takes the first so many waiters, or as many as there are, as a list of their own; null if there are none. */
    @Nullable
    Waiter cut(int count) {
        final Waiter head = first;
        Waiter tail = head;
        for (int i = 1; i < count && tail != null && tail.next != null; i++) {
            tail = tail.next;
        }
        if (tail != null) {
            first = tail.next;
            tail.next = null;
        }
        return head;
    }
}
