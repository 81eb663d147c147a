package io.baton.server;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a connection that run one after the other, in orders that its clients have named: those of one order wait
 * for each other, and for none of another one. An order is known while calls of it are under way, so there are no more
 * than calls. For the connection's event loop.
 *
 * @param <C> a call
 */
final class OrderedCalls<C> {

    private final IntObjectMap<Order<C>> orders = new IntObjectHashMap<>();
    /** The order of each call that runs. */
    private final Map<C, Order<C>> running = new HashMap<>();

    private record Waiting<C>(C call, Runnable start) {
    }

    private static final class Order<C> {
        private final int number;
        private final Queue<Waiting<C>> waiting = new ArrayDeque<>();
        private @Nullable C current;
        private boolean starting;

        Order(int number) {
            this.number = number;
        }
    }

    /** Starts a call when those of its order before it have ended. */
    void run(int number, C call, Runnable start) {
        final Order<C> known = orders.get(number);
        final Order<C> order = known == null ? new Order<>(number) : known;
        if (known == null) {
            orders.put(number, order);
        }
        order.waiting.add(new Waiting<>(call, start));
        next(order);
    }

    /** A call is answered: the next one of its order may start, if it has one. */
    void ended(C call) {
        final Order<C> order = running.isEmpty() ? null : running.remove(call);
        if (order != null) {
            order.current = null;
            next(order);
        }
    }

    private void next(Order<C> order) {
        // A call that is refused at once ends while it is started.
        if (order.starting) {
            return;
        }
        order.starting = true;
        while (order.current == null && !order.waiting.isEmpty()) {
            final Waiting<C> first = order.waiting.remove();
            order.current = first.call();
            running.put(first.call(), order);
            first.start().run();
        }
        order.starting = false;
        if (order.current == null) {
            orders.remove(order.number);
        }
    }

    /** Whether nothing is kept. */
    boolean isEmpty() {
        return orders.isEmpty() && running.isEmpty();
    }

    /** The connection has ended: none of them starts. */
    void clear() {
        orders.values().forEach(order -> order.waiting.clear());
        orders.clear();
        running.clear();
    }
}
