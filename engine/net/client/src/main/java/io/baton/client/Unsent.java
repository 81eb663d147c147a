package io.baton.client;

import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a link that are not sent yet, in the order in which they came. {@link #add} is for any thread, all else
 * is for the link's event loop, or for any thread when that has ended.
 */
final class Unsent {

    private final LinkSource source;
    private final Queue<Request> submitted = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final SequencedSet<Request> waiting = new LinkedHashSet<>();

    Unsent(LinkSource source) {
        this.source = source;
    }

    /** Takes one; returns whether the event loop is to be woken, as it does not know yet. */
    boolean add(Request request) {
        submitted.add(request);
        return woken.compareAndSet(false, true);
    }

    /** Takes over what has come from other threads, but for what need not wait. */
    void collect(Predicate<Request> sent) {
        woken.set(false);
        for (Request request = submitted.poll(); request != null; request = submitted.poll()) {
            if (!sent.test(request)) {
                waiting.add(request);
            }
        }
    }

    /** Whether a call of a transaction waits. */
    boolean hasCallOf(int transaction) {
        return waiting.stream().anyMatch(request -> request instanceof CallRequest<?> call
            && call.transaction() != null && call.transaction().number() == transaction);
    }

    /** The one to be sent next, or null if there is none. */
    @Nullable
    Request first() {
        return waiting.isEmpty() ? null : waiting.getFirst();
    }

    /** Removes one; returns false if it is not there, as it was sent or refused. */
    boolean remove(Request request) {
        return waiting.remove(request);
    }

    /** The link has ended: gives all to another one, or tells them. */
    void refuse() {
        refuseCollected();
        refuseSubmitted();
    }

    /**
     * The same, but only of those taken over: what comes meanwhile may be the end of a transaction, which a link that
     * takes no calls any more sends nevertheless.
     */
    void refuseCollected() {
        while (!waiting.isEmpty()) {
            waiting.removeFirst().notSent(source);
        }
    }

    /** The same, of those that the event loop will not take over any more. Any thread. */
    void refuseSubmitted() {
        // Others may have come meanwhile, and relied on those that came before to wake the loop.
        woken.set(false);
        for (Request request = submitted.poll(); request != null; request = submitted.poll()) {
            request.notSent(source);
        }
    }
}
