package io.baton.sim;

import java.util.Arrays;

/** Events by time, and by the order in which they were added where times are equal. A binary heap without objects. */
final class EventQueue {

    private long[] times = new long[1024];
    private long[] orders = new long[1024];
    private long[] tickets = new long[1024];
    private Event[] events = new Event[1024];
    private int size;
    private long nextOrder;

    boolean isEmpty() {
        return size == 0;
    }

    /** The time of the first event. */
    long time() {
        return times[0];
    }

    /** The ticket of the first event. */
    long ticket() {
        return tickets[0];
    }

    void add(long time, Event event, long ticket) {
        if (size == times.length) {
            grow();
        }
        final long order = nextOrder++;
        int at = size++;
        while (at > 0) {
            final int parent = (at - 1) >>> 1;
            if (times[parent] <= time) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        times[at] = time;
        orders[at] = order;
        tickets[at] = ticket;
        events[at] = event;
    }

    /** Takes the first event out; read its time and ticket before. */
    Event remove() {
        final Event first = events[0];
        final int last = --size;
        if (last > 0) {
            sink(last);
        }
        return first;
    }

    private void sink(int last) {
        final long time = times[last];
        final long order = orders[last];
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= last) {
                break;
            }
            if (child + 1 < last && before(child + 1, times[child], orders[child])) {
                child++;
            }
            if (!before(child, time, order)) {
                break;
            }
            move(child, at);
            at = child;
        }
        move(last, at);
    }

    private boolean before(int at, long time, long order) {
        return times[at] < time || (times[at] == time && orders[at] < order);
    }

    private void move(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        tickets[to] = tickets[from];
        events[to] = events[from];
    }

    private void grow() {
        times = Arrays.copyOf(times, 2 * size);
        orders = Arrays.copyOf(orders, 2 * size);
        tickets = Arrays.copyOf(tickets, 2 * size);
        events = Arrays.copyOf(events, 2 * size);
    }
}
