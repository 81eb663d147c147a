package io.baton.tatp;

import io.baton.engine.Engine;
import io.baton.engine.Transaction;
import io.baton.testing.workload.Loaded;
import java.util.function.BiPredicate;
import java.util.function.ObjLongConsumer;
import java.util.stream.LongStream;

/** Loaded networks for tests. */
final class NetworkFixture {

    private static final int SUBSCRIBERS_AT_ONCE = 500;
    private static final int LOCK_SLOTS = 1 << 16;

    private NetworkFixture() {
    }

    static Loaded<Tatp> load(int subscribers, int clients, long seed) {
        return new Loaded<>(Tatp.addTables(Engine.builder(), subscribers)
            .clients(clients).lockSlots(LOCK_SLOTS).seed(seed),
            engine -> new Tatp(engine, new TatpConfig(subscribers, seed, false)));
    }

    /** Lets a test look at every subscriber, in transactions of some hundred each. */
    static void forEach(Loaded<Tatp> loaded, int subscribers, ObjLongConsumer<Transaction> look) {
        for (long first = 1; first <= subscribers; first += SUBSCRIBERS_AT_ONCE) {
            final long from = first;
            loaded.call(tx -> {
                LongStream.range(from, Math.min(subscribers + 1L, from + SUBSCRIBERS_AT_ONCE))
                    .forEach(subscriber -> look.accept(tx, subscriber));
                return from;
            });
        }
    }

    /** Finds the first subscriber for whom a test's condition holds. */
    static long find(Loaded<Tatp> loaded, int subscribers, BiPredicate<Transaction, Long> condition) {
        return loaded.count(tx -> {
            for (long subscriber = 1; subscriber <= subscribers; subscriber++) {
                if (condition.test(tx, subscriber)) {
                    return subscriber;
                }
            }
            throw new AssertionError("no subscriber fits");
        });
    }
}
