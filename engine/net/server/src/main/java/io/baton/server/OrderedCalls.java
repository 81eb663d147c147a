package io.baton.server;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a connection that run one after the other, in orders that its clients have named: those of one order wait
 * for each other, and for none of another one. The next one begins when the one before has come to its outcome and
 * given its locks back; its answer may wait for the disk then, so that the calls of a batch share the disk's forces.
 * Answers of an order come in its order all the same: who has one knows that the calls before are on disk, too.
 *
 * <p>An order is known while calls of it are under way, so there are no more than calls. For the connection's event
 * loop.
 *
 * @param <C> a call
 */
final class OrderedCalls<C> {

    private final IntObjectMap<Order<C>> orders = new IntObjectHashMap<>();
    /** The order of each call that has begun and is not answered. */
    private final Map<C, Order<C>> begun = new HashMap<>();

    private record Waiting<C>(C call, Runnable start) {
    }

    private static final class Order<C> {
        private final int number;
        private final Queue<Waiting<C>> waiting = new ArrayDeque<>();
        /** The one for whose outcome the next one waits. */
        private @Nullable C current;
        private boolean starting;
        /** Those that have begun and are not answered. */
        private final Deque<C> unanswered = new ArrayDeque<>();
        /** Of these, those that could be answered but for others before them. */
        private final Set<C> ended = new HashSet<>();

        Order(int number) {
            this.number = number;
        }
    }

    /** Starts a call when those of its order before it have given their locks back. */
    void run(int number, C call, Runnable start) {
        final Order<C> known = orders.get(number);
        final Order<C> order = known == null ? new Order<>(number) : known;
        if (known == null) {
            orders.put(number, order);
        }
        order.waiting.add(new Waiting<>(call, start));
        next(order);
    }

    /** A call has given its locks back: the next one of its order may start, if it has one. */
    void released(C call) {
        final Order<C> order = begun.get(call);
        if (order != null && call.equals(order.current)) {
            order.current = null;
            next(order);
        }
    }

    /**
     * A call can be answered: it is, and those that have waited for that, unless it has to wait for others of its order
     * itself. The next one of its order may start.
     */
    void ended(C call, Consumer<? super C> answer) {
        final Order<C> order = begun.isEmpty() ? null : begun.get(call);
        if (order == null) {
            answer.accept(call);
            return;
        }
        if (call.equals(order.unanswered.peek())) {
            C first = call;
            do {
                order.unanswered.remove();
                begun.remove(first);
                answer.accept(first);
                first = order.unanswered.peek();
            } while (first != null && order.ended.remove(first));
        } else {
            order.ended.add(call);
        }
        if (call.equals(order.current)) {
            order.current = null;
        }
        next(order);
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
            order.unanswered.add(first.call());
            begun.put(first.call(), order);
            first.start().run();
        }
        order.starting = false;
        if (order.unanswered.isEmpty()) {
            orders.remove(order.number);
        }
    }

    /** Whether nothing is kept. */
    boolean isEmpty() {
        return orders.isEmpty() && begun.isEmpty();
    }

    /**
     * The connection has ended: none of them starts.
     *
     * @param held is given those whose answers have waited for others
     */
    void clear(Consumer<? super C> held) {
        orders.values().forEach(order -> {
            order.waiting.clear();
            order.ended.forEach(held);
        });
        orders.clear();
        begun.clear();
    }
}
