package io.baton.lab.bench;

import io.baton.deploy.run.LatencyHistogram;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import org.agrona.concurrent.NanoClock;

/** The loop that all contenders run; see {@link #copy}. */
final class PairLoop implements PairRunner {

    PairLoop() {
    }

    /**
     * Makes a loop whose class is a copy of this one. The JIT compiler keeps its profile per class, so with one copy
     * for each kind of lock every call in the copy has one receiver and is inlined; with one class for all, each call
     * would go through a table and cost as much as an uncontended lock.
     */
    static PairRunner copy() {
        try (InputStream file = PairLoop.class.getResourceAsStream("PairLoop.class")) {
            if (file == null) {
                throw new IllegalStateException("the class file of " + PairLoop.class + " is missing");
            }
            final MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(file.readAllBytes(), true);
            return (PairRunner) lookup.lookupClass().getDeclaredConstructor().newInstance();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long run(LockUser user, int[] draws, Turn turn) {
        final int mask = draws.length - 1;
        long pairs = 0;
        do {
            final int draw = draws[(int) pairs & mask];
            final int lock = Draws.lock(draw);
            if (Draws.isShared(draw)) {
                user.acquireShared(lock);
                user.releaseShared(lock);
            } else {
                user.acquireExclusive(lock);
                user.releaseExclusive(lock);
            }
            pairs++;
        } while (!turn.over());
        return pairs;
    }

    @Override
    public long runTimed(LockUser user, int[] draws, Turn turn, NanoClock clock, LatencyHistogram acquireNanos) {
        final int mask = draws.length - 1;
        long pairs = 0;
        do {
            final int draw = draws[(int) pairs & mask];
            final int lock = Draws.lock(draw);
            final long begin = clock.nanoTime();
            final long end;
            if (Draws.isShared(draw)) {
                user.acquireShared(lock);
                end = clock.nanoTime();
                user.releaseShared(lock);
            } else {
                user.acquireExclusive(lock);
                end = clock.nanoTime();
                user.releaseExclusive(lock);
            }
            acquireNanos.record(end - begin);
            pairs++;
        } while (!turn.over());
        return pairs;
    }
}
