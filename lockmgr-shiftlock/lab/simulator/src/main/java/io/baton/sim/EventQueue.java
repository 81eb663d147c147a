package io.baton.sim;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events by time, and by the order in which they were added where times are equal. A heap of four children a node, of
 * pairs of numbers side by side: only they move, events stay where they were put.
 */
final class EventQueue {

    private static final int CHILDREN = 4;
    /** The second number of a pair is the order and, in so many bits, the place of the event. */
    private static final int PLACE_BITS = 24;
    private static final int PLACE_MASK = (1 << PLACE_BITS) - 1;

    private long[] pairs = new long[2 * 1024];
    private long[] tickets = new long[1024];
    private @Nullable Event[] events = new Event[1024];
    /** Places; those from {@code size} on are free. */
    private int[] places = numbered(0, new int[1024]);
    private int size;
    private long nextOrder;

    boolean isEmpty() {
        return size == 0;
    }

    /** The time of the first event. */
    long time() {
        return pairs[0];
    }

    /** The ticket of the first event. */
    long ticket() {
        return tickets[firstPlace()];
    }

    void add(long time, Event event, long ticket) {
        if (size == places.length) {
            grow();
        }
        final int place = places[size];
        tickets[place] = ticket;
        events[place] = event;
        final long order = nextOrder++ << PLACE_BITS | place;
        int at = size++;
        while (at > 0) {
            final int parent = (at - 1) / CHILDREN;
            if (pairs[2 * parent] <= time) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        set(at, time, order);
    }

    /** Takes the first event out; read its time and ticket before. */
    Event remove() {
        final int place = firstPlace();
        final Event first = events[place];
        places[--size] = place;
        if (size > 0) {
            sink(pairs[2 * size], pairs[2 * size + 1]);
        }
        return first;
    }

    private int firstPlace() {
        return (int) pairs[1] & PLACE_MASK;
    }

    /** Puts a pair at the root, and then where it belongs below. */
    private void sink(long time, long order) {
        int at = 0;
        while (true) {
            final int child = firstOfChildren(CHILDREN * at + 1);
            if (child < 0 || !before(child, time, order)) {
                break;
            }
            move(child, at);
            at = child;
        }
        set(at, time, order);
    }

    /** The child that comes first, or -1 if there is none. */
    private int firstOfChildren(int from) {
        if (from >= size) {
            return -1;
        }
        int first = from;
        final int end = Math.min(from + CHILDREN, size);
        for (int i = from + 1; i < end; i++) {
            if (before(i, pairs[2 * first], pairs[2 * first + 1])) {
                first = i;
            }
        }
        return first;
    }

    private boolean before(int at, long time, long order) {
        final long other = pairs[2 * at];
        return other < time || (other == time && pairs[2 * at + 1] < order);
    }

    private void move(int from, int to) {
        set(to, pairs[2 * from], pairs[2 * from + 1]);
    }

    private void set(int at, long time, long order) {
        pairs[2 * at] = time;
        pairs[2 * at + 1] = order;
    }

    private void grow() {
        if (size > PLACE_MASK / 2) {
            throw new IllegalStateException(size + " events are planned, and there is no place for more");
        }
        pairs = Arrays.copyOf(pairs, 4 * size);
        tickets = Arrays.copyOf(tickets, 2 * size);
        events = Arrays.copyOf(events, 2 * size);
        places = numbered(size, Arrays.copyOf(places, 2 * size));
    }

    private static int[] numbered(int from, int[] places) {
        for (int i = from; i < places.length; i++) {
            places[i] = i;
        }
        return places;
    }
}
