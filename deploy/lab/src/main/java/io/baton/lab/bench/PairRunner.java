package io.baton.lab.bench;

import io.baton.deploy.open.Interruption;
import io.baton.deploy.run.LatencyHistogram;
import org.agrona.concurrent.NanoClock;

/** What a copy of {@link PairLoop} can do. */
interface PairRunner {

    /** Acquires and releases until told to stop, once at least; returns how often. */
    long run(LockUser user, int[] draws, Turn turn);

    /** The same, and records how long each acquire takes. */
    long runTimed(LockUser user, int[] draws, Turn turn, NanoClock clock, LatencyHistogram acquireNanos);

    /** One contender's turn; over when {@link #stop} was called. */
    final class Turn {
        private volatile boolean over;

        boolean over() {
            return over;
        }

        void stop() {
            over = true;
        }

        /** Also over at once if the run is interrupted. */
        static Turn of(Interruption interruption) {
            final Turn turn = new Turn();
            turn.over = interruption.requested();
            return turn;
        }
    }
}
