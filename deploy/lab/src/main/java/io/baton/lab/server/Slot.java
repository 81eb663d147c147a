package io.baton.lab.server;

import io.baton.lab.server.access.Line;
import io.baton.workload.CallSource;
import org.agrona.concurrent.NanoClock;

/** Makes one call after the other over a line, until the measurement ends. */
final class Slot implements Line.Answered {

    private final Line line;
    private final CallSource source;
    private final LineTally tally;
    private final Stopwatch watch;
    private final NanoClock clock;
    private long beginNanos;

    Slot(Line line, CallSource source, LineTally tally, Stopwatch watch, NanoClock clock) {
        this.line = line;
        this.source = source;
        this.tally = tally;
        this.watch = watch;
        this.clock = clock;
    }

    /** Makes calls until the end; over a line that does not wait it only begins to. */
    void run() {
        if (line.waits()) {
            while (!watch.isOver()) {
                call();
            }
            watch.slotEnded();
        } else {
            call();
        }
    }

    private void call() {
        source.next();
        beginNanos = clock.nanoTime();
        line.call(source.procedure(), source.arguments(), this);
    }

    @Override
    public void committed(Object result) {
        source.committed(result);
        took();
        callAgain();
    }

    @Override
    public void ended(String message) {
        if (source.rollsBack(message)) {
            took();
            callAgain();
        } else {
            tally.failed(message);
            // Over a line that does not wait it may have failed at once, and calls again would never return.
            if (!line.waits()) {
                watch.slotEnded();
            }
        }
    }

    private void took() {
        if (watch.isMeasuring()) {
            tally.record(clock.nanoTime() - beginNanos);
        }
    }

    private void callAgain() {
        if (line.waits()) {
            return;
        }
        if (watch.isOver()) {
            watch.slotEnded();
        } else {
            call();
        }
    }
}
