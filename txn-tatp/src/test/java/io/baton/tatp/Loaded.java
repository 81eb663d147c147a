package io.baton.tatp;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import java.util.function.BiPredicate;
import java.util.function.ObjLongConsumer;
import java.util.stream.LongStream;

/** A loaded engine in assertion mode, and a procedure that does whatever a test wants. */
final class Loaded implements AutoCloseable {

    private static final int SUBSCRIBERS_AT_ONCE = 500;
    private static final int LOCK_SLOTS = 1 << 16;

    /** What a test wants done in a transaction. */
    interface Work {
        Object run(Transaction tx);
    }

    /** Does it. */
    public static final class Do {
        public Object run(Transaction tx, Work work) {
            return work.run(tx);
        }
    }

    final Engine engine;
    final Tatp tatp;
    final int subscribers;
    private final Procedure<Object> work;

    Loaded(int subscribers, int clients, long seed) {
        this.subscribers = subscribers;
        engine = Tatp.addTables(Engine.builder(), subscribers)
            .clients(clients).lockSlots(LOCK_SLOTS).seed(seed).assertions(true).open();
        boolean complete = false;
        try {
            tatp = new Tatp(engine, new TatpConfig(subscribers, seed, false));
            work = engine.register(new Do(), Object.class);
            tatp.load(rows -> { });
            complete = true;
        } finally {
            if (!complete) {
                engine.close();
            }
        }
    }

    Object call(Work todo) {
        return engine.call(work, todo);
    }

    long count(Work todo) {
        return (Long) call(todo);
    }

    /** Lets a test look at every subscriber, in transactions of some hundred each. */
    void forEach(ObjLongConsumer<Transaction> look) {
        for (long first = 1; first <= subscribers; first += SUBSCRIBERS_AT_ONCE) {
            final long from = first;
            call(tx -> {
                LongStream.range(from, Math.min(subscribers + 1L, from + SUBSCRIBERS_AT_ONCE))
                    .forEach(subscriber -> look.accept(tx, subscriber));
                return from;
            });
        }
    }

    /** Finds the first subscriber for whom a test's condition holds. */
    long find(BiPredicate<Transaction, Long> condition) {
        return count(tx -> {
            for (long subscriber = 1; subscriber <= subscribers; subscriber++) {
                if (condition.test(tx, subscriber)) {
                    return subscriber;
                }
            }
            throw new AssertionError("no subscriber fits");
        });
    }

    @Override
    public void close() {
        engine.close();
    }
}
